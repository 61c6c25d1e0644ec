import { remember } from '../../cache/remember.ts';
import type { OrganizationId } from '../../domain/ids.ts';
import { type Database, statement } from '../connection/database.ts';

const QUEUED = statement<{ queued: number }>(`
  select coalesce(sum(difference), 0)::bigint as queued from execution_counts
  where organization_id = $1 and status = 'CREATED'`);

/** A limit on the queue needs no exact border: at most this old, and asked for once by all who wait. */
const REMEMBERED = { max: 10_000, maxAgeMs: 1_000 };

export const queuedExecutions = ({ run }: Database) =>
  remember<OrganizationId, number>(async (id) => (await run(QUEUED, [id]))[0]?.queued ?? 0, REMEMBERED);

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
