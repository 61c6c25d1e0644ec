import { statement } from '../connection/database.ts';

/**
 * Replaces the rows of each batch that changed by their sum, in one statement: a snapshot sees either the rows or
 * the sum. The same statement records how many executions finished in each minute, and requests a check whether the
 * batch is completed. It inserts in the order of the keys, so that two workers that sum up at the same time cannot
 * deadlock.
 */
export const SUM_UP_BATCH_COUNTS = statement(`
  with changed as (
    select distinct organization_id, batch_id from (
      select organization_id, batch_id from batch_counts where not summed limit 10000
    ) fresh
  ), taken as (
    delete from batch_counts where ctid = any (array(
      select c.ctid from changed join batch_counts c using (organization_id, batch_id) for update of c skip locked))
    returning *
  ), minutes as (
    insert into batch_minutes (organization_id, minute, batch_id, finished)
    select organization_id, date_trunc('minute', last_changed_at) as minute, batch_id, sum(finished)::bigint
    from taken where finished > 0 group by organization_id, minute, batch_id order by organization_id, minute, batch_id
    on conflict (organization_id, minute, batch_id) do update
      set finished = batch_minutes.finished + excluded.finished
  ), checks as (
    insert into batch_checks (organization_id, batch_id)
    select distinct organization_id, batch_id from taken where not summed order by organization_id, batch_id
    on conflict (organization_id, batch_id) do update set due_at = excluded.due_at
  )
  insert into batch_counts
  select organization_id, batch_id, status, sum(difference)::bigint, sum(held)::bigint, sum(charged)::bigint,
    sum(changes)::bigint, 0, min(first_created_at), max(last_created_at), max(last_changed_at), name_hash, true
  from taken group by organization_id, batch_id, name_hash, status`);
