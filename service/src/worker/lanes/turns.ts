import type { OrganizationId } from '../../domain/ids.ts';

/** A queue that gives organizations that wait at the same time an equal share of time. */
export type Turns<Item> = {
  add(organizationId: OrganizationId, item: Item): void;
  /** Returns false when the item is no longer waiting. */
  remove(organizationId: OrganizationId, item: Item): boolean;
  peek(): Item | undefined;
  /** Removes and returns the next item. With `may`, only items of organizations that it accepts. */
  take(may?: (organizationId: OrganizationId) => boolean): Item | undefined;
  /** The number of waiting items, and their total time. */
  waiting(): { jobs: number; ms: number };
  /** The organizations that were served at least `byMs` longer than the others. */
  overserved(byMs: number): OrganizationId[];
};

/** How long an organization was served, and the number of the `take` that served it last (0 if unknown). */
type Served = { servedMs: number; lastTake: number };
type Line<Item> = Served & { items: Item[] };

/**
 * Opens the queue. The organization with the least served time is next. Turns are shared by time and not by number,
 * so that thumbnails of one organization do not wait for as many large images of another. An organization that had
 * nothing waiting starts with at least the served time of the organization that had the last turn, so that it cannot
 * save up turns. Among organizations with equal time, the one whose last turn is longest ago is next.
 */
export const openTurns = <Item>(msOf: (item: Item) => number): Turns<Item> => {
  const lines = new Map<OrganizationId, Line<Item>>();
  /** Organizations with nothing waiting, kept only while their served time is above `baselineMs`. */
  const idle = new Map<OrganizationId, Served>();
  const waiting = { jobs: 0, ms: 0 };
  let takes = 0;
  /**
   * The largest served time that an organization had when it was given a turn. An organization that starts to wait
   * counts as served for at least this time.
   */
  let baselineMs = 0;

  const leastServed = (
    may: (organizationId: OrganizationId) => boolean = () => true,
  ): [OrganizationId, Line<Item>] | undefined => {
    let best: [OrganizationId, Line<Item>] | undefined;
    for (const entry of lines) if ((!best || comesBefore(entry[1], best[1])) && may(entry[0])) best = entry;
    return best;
  };

  const setIdle = (organizationId: OrganizationId, served: Served): void => {
    lines.delete(organizationId);
    idle.set(organizationId, served);
    for (const [other, { servedMs }] of idle) if (servedMs <= baselineMs) idle.delete(other);
  };

  const subtract = (item: Item): void => {
    waiting.jobs -= 1;
    waiting.ms -= msOf(item);
  };

  return {
    add: (organizationId, item) => {
      const line = lines.get(organizationId);
      if (line) line.items.push(item);
      else {
        const { servedMs = 0, lastTake = 0 } = idle.get(organizationId) ?? {};
        lines.set(organizationId, { items: [item], servedMs: Math.max(baselineMs, servedMs), lastTake });
        idle.delete(organizationId);
      }
      waiting.jobs += 1;
      waiting.ms += msOf(item);
    },
    remove: (organizationId, item) => {
      const line = lines.get(organizationId);
      const place = line?.items.indexOf(item) ?? -1;
      if (!line || place < 0) return false;
      line.items.splice(place, 1);
      if (line.items.length === 0) setIdle(organizationId, line);
      subtract(item);
      return true;
    },
    peek: () => leastServed()?.[1].items[0],
    take: (may) => {
      const [organizationId, line] = leastServed(may) ?? [];
      const item = line?.items.shift();
      if (!organizationId || !line || item === undefined) return undefined;
      subtract(item);
      takes += 1;
      baselineMs = Math.max(baselineMs, line.servedMs);
      line.servedMs += msOf(item);
      line.lastTake = takes;
      if (line.items.length === 0) setIdle(organizationId, line);
      return item;
    },
    waiting: () => ({ ...waiting }),
    overserved: (byMs) => {
      const all: [OrganizationId, Served][] = [...idle, ...lines];
      return all.filter(([, { servedMs }]) => servedMs - baselineMs >= byMs).map(([id]) => id);
    },
  };
};

const comesBefore = (one: Served, other: Served): boolean =>
  one.servedMs < other.servedMs || (one.servedMs === other.servedMs && one.lastTake < other.lastTake);
