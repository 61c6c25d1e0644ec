import type { OrganizationId } from '../../domain/ids.ts';
import type { Claim } from '../../ports/executions.ts';
import type { LanePool } from '../lanes/lane-pool.ts';

/** The number of executions to claim now, and the organizations to leave out. */
export type Wanted = { count: number; except: OrganizationId[] };

type ClaimsInHand = {
  /** The claims that are waiting for a lane or in one. */
  unprocessed: ReadonlySet<Claim>;
  /** The number of these claims plus the executions that are reserved by a commit in progress. */
  size(): number;
};

/** Decides when to claim executions, and how many. */
export const openClaimPolicy = (pool: Pick<LanePool, 'capacity' | 'lanes'>, inHand: ClaimsInHand) => {
  let newOrganizationWaits = false;
  /** Claims beyond the capacity, made for organizations that had no claim in this worker. */
  let extraClaims: Claim[] = [];
  const organizationsInHand = () => [
    ...new Set([...inHand.unprocessed].map(({ organizationId }) => organizationId)),
  ];

  const decide = (): Wanted | undefined => {
    const { maxJobs, refillAt } = pool.capacity();
    if (inHand.size() <= refillAt) return { count: maxJobs - inHand.size(), except: [] };
    // An organization without a claim in this worker need not wait until claims of others are done. All such
    // organizations together get one extra claim for each lane.
    extraClaims = extraClaims.filter((claim) => inHand.unprocessed.has(claim));
    const count = pool.lanes - extraClaims.length;
    return newOrganizationWaits && count > 0 ? { count, except: organizationsInHand() } : undefined;
  };

  return {
    /** True when the worker would claim executions of any organization now. */
    hasRoom: (): boolean => inHand.size() <= pool.capacity().refillAt,
    /** Call when this organization has queued an execution. */
    noteQueued: (organizationId: OrganizationId): void => {
      if (!organizationsInHand().includes(organizationId)) newOrganizationWaits = true;
    },
    /** Returns undefined when nothing should be claimed now. */
    decide: (): Wanted | undefined => {
      const wanted = decide();
      if (wanted) newOrganizationWaits = false;
      return wanted;
    },
    noteClaimed: ({ except }: Wanted, claims: Claim[]): void => {
      if (except.length > 0) extraClaims.push(...claims);
    },
  };
};

/**
 * Returns whether the queue is known to be empty, because it gave fewer claims than wanted. When the claims are of
 * several organizations, this is not known: each organization got only its fair part and may have more in the queue.
 */
export const isQueueEmptyAfter = ({ count, except }: Wanted, claims: Claim[]): boolean =>
  except.length === 0 &&
  claims.length < count &&
  new Set(claims.map(({ organizationId }) => organizationId)).size <= 1;
