import type { OrganizationId } from '../../domain/ids.ts';
import type { Claim } from '../../ports/executions.ts';
import type { LanePool } from '../lanes/lane-pool.ts';

/** How many executions to claim now, and whose are left out. */
export type Wanted = { count: number; except: OrganizationId[] };

type Hand = {
  /** The claims that are waiting for a lane or in one. */
  ahead: ReadonlySet<Claim>;
  /** Their number, with those that are arriving. */
  size(): number;
};

/** Decides when to claim, and how many. */
export const openClaimPolicy = (pool: Pick<LanePool, 'capacity' | 'lanes'>, hand: Hand) => {
  let newcomerWaits = false;
  /** Claimed beyond the look-ahead, for organizations that had nothing here. */
  let guests: Claim[] = [];
  const organizationsAhead = () => [...new Set([...hand.ahead].map(({ organizationId }) => organizationId))];

  const decide = (): Wanted | undefined => {
    const { most, refillAt } = pool.capacity();
    if (hand.size() <= refillAt) return { count: most - hand.size(), except: [] };
    // A newcomer does not wait until others have used up their claims; it gets one place for each lane.
    guests = guests.filter((guest) => hand.ahead.has(guest));
    const places = pool.lanes - guests.length;
    return newcomerWaits && places > 0 ? { count: places, except: organizationsAhead() } : undefined;
  };

  return {
    /** This organization has queued something. */
    noteQueued: (organizationId: OrganizationId): void => {
      if (!organizationsAhead().includes(organizationId)) newcomerWaits = true;
    },
    /** Undefined when nothing should be claimed now. */
    decide: (): Wanted | undefined => {
      const wanted = decide();
      if (wanted) newcomerWaits = false;
      return wanted;
    },
    noteClaimed: ({ except }: Wanted, claims: Claim[]): void => {
      if (except.length > 0) guests.push(...claims);
    },
  };
};

/**
 * True when the claims show that the queue is empty. One organization alone may have everything that was asked for;
 * of several, each gets its share and may have more in the queue.
 */
export const emptiedQueue = ({ count, except }: Wanted, claims: Claim[]): boolean =>
  except.length === 0 &&
  claims.length < count &&
  new Set(claims.map(({ organizationId }) => organizationId)).size <= 1;
