import { LRUCache } from 'lru-cache';
import type { OrganizationId } from '../../domain/ids.ts';
import { type Database, statement } from '../database.ts';

const QUEUED = statement<{ queued: number }>(`
  select coalesce(sum(difference), 0)::bigint as queued from execution_counts
  where organization_id = $1 and status = 'CREATED'`);

/** Asked at most once a second for each organization: a limit on the queue needs no exact border. */
export const queuedExecutions = (database: Database) => {
  const sizes = new LRUCache<OrganizationId, Promise<number>>({ max: 10_000, ttl: 1_000 });
  const read = async (organizationId: OrganizationId) =>
    (await database.run(QUEUED, [organizationId]))[0]?.queued ?? 0;
  return (organizationId: OrganizationId): Promise<number> => {
    const known = sizes.get(organizationId);
    if (known) return known;
    const size = read(organizationId);
    sizes.set(organizationId, size);
    size.catch(() => sizes.delete(organizationId));
    return size;
  };
};

/** Sums up the differences. One statement: every snapshot sees either the many rows or their sum. */
export const SUM_UP_COUNTS = statement(`
  with taken as (
    delete from execution_counts where ctid = any (array(
      select ctid from execution_counts limit 10000 for update skip locked))
    returning organization_id, status, difference
  )
  insert into execution_counts
  select organization_id, status, sum(difference)::bigint from taken
  group by organization_id, status having sum(difference) <> 0`);
