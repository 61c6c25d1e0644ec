import type { ContentHash, ExecutionId, OrganizationId } from '../../domain/ids.ts';
import { type Run, statement } from '../connection/database.ts';
import { USED_AT_PRECISION } from '../images.ts';
import { ALLOW_ERASING } from './allow-erasing.ts';
import { imagesOf } from './sweep.ts';

// The usage of an execution is counted from its row, seconds after its end: until then the row stays.
const LOCK = statement<{ id: ExecutionId }>(`
  select id from executions e
  where organization_id = $1 and id = any ($2::uuid[]) and status in ('COMPLETED', 'FAILED', 'PAYMENT_REQUIRED')
    and not exists (select from usage_events u where u.execution_id = e.id)
  order by id for update`);

const IMAGES = statement<{ hash: ContentHash }>(`
  select distinct used.hash from executions e cross join lateral ${imagesOf('e')} used
  where e.id = any ($1::uuid[]) and used.hash is not null`);

const DELETE = [
  `with messages as (
    delete from webhook_messages where execution_id = any ($1::uuid[]) returning id
  )
  delete from webhook_attempts where message_id in (select id from messages)`,
  'delete from feedback where execution_id = any ($1::uuid[])',
  'delete from idempotency_keys where execution_id = any ($1::uuid[])',
  // The decisions stay, because the records of acceptance sampling need them; comments, marks and settings go.
  `update reviews set comment = null, markup = null, result_file_name = '', settings = '{}'
   where execution_id = any ($1::uuid[])`,
  'delete from executions where id = any ($1::uuid[])',
].map((text) => statement(text));

// Keeps the images that other executions of the organization use or have made. An input is used only by executions
// that were created between its upload and its last use, so only those are searched for it; a result may have been
// made again at any time.
const DELETE_IMAGES = statement(`
  with unused as (
    select i.hash from images i
    where i.organization_id = $1 and i.hash = any ($2::text[]) and i.deleted_at is null
      and not exists (
        select from executions e where e.organization_id = $1
          and e.status = any (enum_range(null::execution_status))
          and e.created_at between i.created_at - ${USED_AT_PRECISION} and i.used_at + 2 * ${USED_AT_PRECISION}
          and jsonb_path_exists(e.inputs, '$.*.contentHash ? (@ == $hash)', jsonb_build_object('hash', i.hash)))
      and not exists (
        select from executions e where e.organization_id = $1 and i.as_result
          and (e.result_hash = i.hash
            or e.results is not null
              and jsonb_path_exists(e.results, '$.*.contentHash ? (@ == $hash)', jsonb_build_object('hash', i.hash))))
    order by i.hash for update
  ), unusable as (
    delete from reusable_results r using unused where r.organization_id = $1 and r.hash = unused.hash
  )
  update images i set deleted_at = now() from unused where i.organization_id = $1 and i.hash = unused.hash`);

/**
 * Deletes ended executions with all that belongs to them. Returns the number of deleted executions. Needs a
 * transaction.
 */
export const eraseExecutions = async (
  run: Run,
  organizationId: OrganizationId,
  given: readonly ExecutionId[],
): Promise<number> => {
  await run(ALLOW_ERASING, []);
  const ids = (await run(LOCK, [organizationId, given])).map(({ id }) => id);
  if (ids.length === 0) return 0;
  const hashes = (await run(IMAGES, [ids])).map(({ hash }) => hash);
  for (const step of DELETE) await run(step, [ids]);
  await run(DELETE_IMAGES, [organizationId, hashes]);
  return ids.length;
};

// The order matters: rows that refer to others are deleted before them. The ledger, the audit log, the usage and
// the row of the organization stay.
const OF_ORGANIZATION = [
  'delete from webhook_attempts where message_id in (select id from webhook_messages where organization_id = $1)',
  ...[
    'webhook_messages',
    'webhook_endpoints',
    'reusable_results',
    'idempotency_keys',
    'images',
    'batches',
    'batch_workflows',
    'batch_minutes',
    'batch_checks',
    'batch_counts',
    'resume_jobs',
    'bulk_actions',
    'notices',
    'invitations',
    'password_resets',
    'device_codes',
    'grants',
    'memberships',
    'review_waits',
    'retention',
  ].map((table) => `delete from ${table} where organization_id = $1`),
  'update users set selected_organization_id = null where selected_organization_id = $1',
  'update api_keys set revoked_at = coalesce(revoked_at, now()), name = $$$$ where organization_id = $1',
  `update workflow_versions set name = '', steps = '[]', inputs = '{}', result_names = null where organization_id = $1`,
  'update workflows set archived_at = coalesce(archived_at, now()) where organization_id = $1',
  `update organizations set name = 'Deleted organization', version = gen_random_uuid(), deleted_at = now()
   where id = $1`,
].map((text) => statement(text));

/** Deletes all that is left of an organization without executions. Needs a transaction. */
export const eraseOrganizationRows = async (run: Run, organizationId: OrganizationId): Promise<void> => {
  await run(ALLOW_ERASING, []);
  for (const step of OF_ORGANIZATION) await run(step, [organizationId]);
};
