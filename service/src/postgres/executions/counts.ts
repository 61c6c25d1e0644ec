import { openReadThroughCache } from '../../cache/cache.ts';
import type { OrganizationId } from '../../domain/ids.ts';
import { type Database, statement } from '../connection/database.ts';

const QUEUED = statement<{ queued: number }>(`
  select coalesce(sum(difference), 0)::bigint as queued from execution_counts
  where organization_id = $1 and status = 'CREATED'`);

/** The limit on queued executions need not be exact, so the count may be a second old. Callers share one query. */
const CACHE = { max: 10_000, maxAgeMs: 1_000 };

export const queuedExecutions = ({ run }: Database) =>
  openReadThroughCache<OrganizationId, number>(
    async (id) => (await run(QUEUED, [id]))[0]?.queued ?? 0,
    CACHE,
  );

/** Replaces the rows of differences by their sum, in one statement: a snapshot sees either the rows or the sum. */
export const SUM_UP_COUNTS = statement(`
  with taken as (
    delete from execution_counts where ctid = any (array(
      select ctid from execution_counts limit 10000 for update skip locked))
    returning *
  )
  insert into execution_counts
  select organization_id, status, workflow_id, in_batch, sum(difference)::bigint from taken
  group by organization_id, status, workflow_id, in_batch having sum(difference) <> 0`);
