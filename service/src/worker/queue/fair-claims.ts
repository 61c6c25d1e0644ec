import type { OrganizationId, WorkerId } from '../../domain/ids.ts';
import type { Claim, WorkQueue } from '../../ports/executions.ts';
import type { LanePool } from '../lanes/lane-pool.ts';
import type { Wanted } from './claim-policy.ts';

type Parts = { queue: Pick<WorkQueue, 'claim'>; pool: Pick<LanePool, 'overserved'>; worker: WorkerId };

/**
 * Claims executions fairly across organizations. The database shares by number of executions and continues after the
 * organization served last. Organizations that had much more lane time than others are claimed only if there is room
 * left.
 */
export const openFairClaims = ({ queue, pool, worker }: Parts) => {
  let lastServed: OrganizationId | undefined;

  return async ({ count, except }: Wanted): Promise<Claim[]> => {
    const take = (maxCount: number, without: OrganizationId[]) =>
      queue.claim(worker, maxCount, { after: lastServed, except: without });
    const overserved = pool.overserved().filter((organizationId) => !except.includes(organizationId));
    const claims = await take(count, [...except, ...overserved]);
    if (overserved.length > 0 && claims.length < count)
      // When this second claim fails, the executions of the first one must still run.
      claims.push(...(await take(count - claims.length, except).catch(() => [])));
    lastServed = claims.at(-1)?.organizationId ?? lastServed;
    return claims;
  };
};
