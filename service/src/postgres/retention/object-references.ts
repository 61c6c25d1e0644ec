import { setTimeout as sleep } from 'node:timers/promises';
import { unavailable } from '../../domain/errors.ts';
import type { ContentHash } from '../../domain/ids.ts';
import type { Readmit } from '../../ports/images/images.ts';
import type { BeginIfDue, ObjectReferences } from '../../ports/retention.ts';
import { type Database, statement } from '../connection/database.ts';

/**
 * The time that an object stays in the store after its last reference has ended. A backup copies the database first
 * and the store afterwards: the objects to which the copied database refers must still be there.
 */
const KEPT_AFTER_LAST_REFERENCE = "interval '24 hours'";
/** After this time, another process takes over the condemned objects of a process that has not finished. */
const CONDEMNED_FOR = "interval '10 minutes'";

// The condition uses only columns of the row, so PostgreSQL checks it again when a concurrent upload has changed
// the row.
const CONDEMN = statement<{ hash: ContentHash }>(`
  update objects set condemned_at = now() where hash in (
    select hash from objects
    where refs = 0 and deleted_at is null and unreferenced_since < now() - ${KEPT_AFTER_LAST_REFERENCE}
      and (condemned_at is null or condemned_at < now() - ${CONDEMNED_FOR})
    order by unreferenced_since limit $1 for update skip locked)
  returning hash`);

const MARK_DELETED = statement(`
  update objects set deleted_at = now() where hash = any ($1::text[]) and condemned_at is not null and deleted_at is null`);

const RECORD_UNKNOWN = statement<{ hash: ContentHash }>(`
  insert into objects (hash, refs, unreferenced_since)
  select hash, 0, now() from unnest($1::text[]) as found (hash)
  where not exists (select from objects known where known.hash = found.hash)
  order by hash on conflict do nothing returning hash`);

// Reads only deletions that are more than ten seconds old, because a transaction that set an earlier time may
// commit later. Objects that were deleted together have the same time. A page contains all objects with its last
// time, so the next page begins after that time.
const DELETED_AFTER = statement<{ hash: ContentHash; deletedAt: Date }>(`
  select hash, deleted_at as "deletedAt" from objects
  where deleted_at > coalesce($1::timestamptz, '-infinity') and deleted_at < now() - interval '10 seconds'
  order by deleted_at fetch first 1000 rows with ties`);

export const objectReferencesIn = ({ run }: Database): ObjectReferences => ({
  condemn: async (max) => (await run(CONDEMN, [max])).map(({ hash }) => hash),
  markDeleted: async (hashes) => {
    await run(MARK_DELETED, [hashes]);
  },
  recordUnknown: async (hashes) => (await run(RECORD_UNKNOWN, [hashes])).length,
  deletedAfter: async (moment) => {
    const rows = await run(DELETED_AFTER, [moment ?? null]);
    return { hashes: rows.map(({ hash }) => hash), moment: rows.at(-1)?.deletedAt ?? moment };
  },
});

// Deletes the rows of objects whose deletion is over, so that these objects can be stored again. Counts the objects
// whose deletion is still in progress.
const READMIT = statement<{ waiting: number }>(`
  with readmitted as (
    delete from objects where hash = any ($1::text[]) and deleted_at is not null
  )
  select count(*) as waiting from objects
  where hash = any ($1::text[]) and condemned_at is not null and deleted_at is null`);

const LOOK_AGAIN_MS = 50;
const MAX_WAIT_MS = 10_000;

/** Waits until the deletion of these objects is over, and lets them be stored again. */
export const readmitIn =
  ({ run }: Database): Readmit =>
  async (hashes) => {
    for (const since = performance.now(); ; await sleep(LOOK_AGAIN_MS)) {
      const [row] = await run(READMIT, [hashes]);
      if (!row?.waiting) return;
      if (performance.now() - since > MAX_WAIT_MS)
        throw unavailable(
          'The same image is being deleted at the moment. Wait 30 seconds, then send it again.',
          30,
        );
    }
  };

const BEGIN_IF_DUE = statement<{ name: string }>(`
  insert into periodic_work as work (name) values ($1)
  on conflict (name) do update set begun_at = now() where work.begun_at < now() - $2 * interval '1 hour'
  returning name`);

export const beginIfDueIn =
  ({ run }: Database): BeginIfDue =>
  async (name, everyHours) =>
    (await run(BEGIN_IF_DUE, [name, everyHours])).length > 0;
