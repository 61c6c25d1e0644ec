import type { OrganizationId } from '../../domain/ids.ts';

/** Who is next, so that organizations that wait at the same time get equal time. */
export type Turns<Item> = {
  add(organizationId: OrganizationId, item: Item): void;
  /** False when it is no longer waiting. */
  remove(organizationId: OrganizationId, item: Item): boolean;
  peek(): Item | undefined;
  /** The next item; of those organizations alone that `may` be served now. */
  take(may?: (organizationId: OrganizationId) => boolean): Item | undefined;
  /** How many wait, and what they take together. */
  waiting(): { jobs: number; ms: number };
  /** Those that were served longer than others by at least this: it is others' turn, where others wait. */
  ahead(byMs: number): OrganizationId[];
};

/** How far an organization was served, and which take of all was its last; 0 for none that is known. */
type Served = { servedMs: number; lastTake: number };
type Line<Item> = Served & { items: Item[] };

/**
 * By the time that each was served since the others wait with it: thumbnails are not held up by as many large images.
 * Whoever comes anew begins where the one served last stood, so that nobody saves up turns. Of organizations that were
 * served equally, the one whose last turn is the longest ago is next.
 */
export const openTurns = <Item>(msOf: (item: Item) => number): Turns<Item> => {
  const lines = new Map<OrganizationId, Line<Item>>();
  /** How far those without a line were served, as long as that is further than others. */
  const left = new Map<OrganizationId, Served>();
  let jobs = 0;
  let ms = 0;
  let takes = 0;
  /** Where the one served last stood. */
  let reachedMs = 0;

  const leastServed = (
    may: (organizationId: OrganizationId) => boolean = () => true,
  ): [OrganizationId, Line<Item>] | undefined => {
    let best: [OrganizationId, Line<Item>] | undefined;
    for (const entry of lines) if ((!best || isBefore(entry[1], best[1])) && may(entry[0])) best = entry;
    return best;
  };

  const leave = (organizationId: OrganizationId, served: Served): void => {
    lines.delete(organizationId);
    left.set(organizationId, served);
    for (const [other, { servedMs }] of left) if (servedMs <= reachedMs) left.delete(other);
  };

  const forget = (item: Item): void => {
    jobs -= 1;
    ms -= msOf(item);
  };

  return {
    add: (organizationId, item) => {
      const line = lines.get(organizationId);
      if (line) line.items.push(item);
      else {
        const { servedMs = 0, lastTake = 0 } = left.get(organizationId) ?? {};
        lines.set(organizationId, { items: [item], servedMs: Math.max(reachedMs, servedMs), lastTake });
        left.delete(organizationId);
      }
      jobs += 1;
      ms += msOf(item);
    },
    remove: (organizationId, item) => {
      const line = lines.get(organizationId);
      const place = line?.items.indexOf(item) ?? -1;
      if (!line || place < 0) return false;
      line.items.splice(place, 1);
      if (line.items.length === 0) leave(organizationId, line);
      forget(item);
      return true;
    },
    peek: () => leastServed()?.[1].items[0],
    take: (may) => {
      const [organizationId, line] = leastServed(may) ?? [];
      const item = line?.items.shift();
      if (!organizationId || !line || item === undefined) return undefined;
      forget(item);
      takes += 1;
      reachedMs = Math.max(reachedMs, line.servedMs);
      line.servedMs += msOf(item);
      line.lastTake = takes;
      if (line.items.length === 0) leave(organizationId, line);
      return item;
    },
    waiting: () => ({ jobs, ms }),
    ahead: (byMs) => {
      const all: [OrganizationId, Served][] = [...left, ...lines];
      return all.filter(([, { servedMs }]) => servedMs - reachedMs >= byMs).map(([id]) => id);
    },
  };
};

const isBefore = (one: Served, other: Served): boolean =>
  one.servedMs < other.servedMs || (one.servedMs === other.servedMs && one.lastTake < other.lastTake);
