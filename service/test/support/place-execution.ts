import { createHash } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import type { Status } from '../../src/domain/executions/execution-states.ts';
import type { ContentHash, ExecutionId, OrganizationId, UserId } from '../../src/domain/ids.ts';
import { type Database, statement } from '../../src/postgres/connection/database.ts';

// Inserts an execution in this status, with the account, holds, ledger and image to match.
const PLACE = statement(`
  with execution as (
    insert into executions (id, organization_id, workflow_id, workflow_version, workflow_name, status, user_id,
      created_at, queued_at, started_at, finished_at, input_file_name, inputs, settings, labels, webhooks, price,
      hold, holds, charged_credits, result_hash, result_file_name, result_content_type, error, worker)
    select $1, $2, $1, $1, 'Any', status, $3, at, at, at, at, 'in.png', '{}', '{}', '{}', '{}', $5,
      case when holding then 1 end, 1, case when status = 'COMPLETED' then $5::integer end,
      case when has_result then $7 end, case when has_result then 'out.png' end,
      case when has_result then 'image/png' end, case when status in ('FAILED', 'PAYMENT_REQUIRED') then '{}'::jsonb end,
      case when status = 'ACTIVE' then gen_random_uuid() end
    from (
      select status, status in ('CREATED', 'ACTIVE', 'IN_QA') as holding,
        status in ('COMPLETED', 'IN_QA') as has_result, coalesce($6::timestamptz, now()) as at
      from (select $4::execution_status as status) given
    ) facts
    returning *
  ), account as (
    update accounts set spendable = spendable
      - case when execution.hold is not null then $5::integer else coalesce(charged_credits, 0) end
    from execution where accounts.organization_id = execution.organization_id
  ), hold as (
    insert into released_holds (execution_id, number, organization_id, amount)
    select id, 1, organization_id, price from execution where hold is null and charged_credits is null
  ), charge as (
    insert into ledger (organization_id, id, kind, amount, execution_id)
    select organization_id, id, 'charge', -price, id from execution where status = 'COMPLETED'
  ), used as (
    insert into usage_events (execution_id, ends, failed, finished_at, charged_credits, charged_at)
    select id, 1, status = 'FAILED', finished_at, charged_credits, case when status = 'COMPLETED' then now() end
    from execution where status in ('COMPLETED', 'FAILED')
  ), item as (
    insert into review_items (execution_id, organization_id, workflow_id, workflow_version, reason, queued_at)
    select id, organization_id, workflow_id, workflow_version, 'all', now() from execution where status = 'IN_QA'
  )
  insert into images (organization_id, hash, format, content_type, width, height, bytes, crc32, reviewers_only)
  select organization_id, result_hash, 'png', 'image/png', 1, 1, 1, 0, status = 'IN_QA'
  from execution where result_hash is not null`);

export const placeExecution = async (
  database: Database,
  owner: { organizationId: OrganizationId; userId: UserId },
  execution: { status: Status; price: number; createdAt?: Date },
): Promise<{ id: ExecutionId; resultHash: ContentHash }> => {
  const id = uuidv7() as ExecutionId;
  const resultHash = createHash('sha256').update(id).digest('hex') as ContentHash;
  const { status, price, createdAt = null } = execution;
  await database.run(PLACE, [id, owner.organizationId, owner.userId, status, price, createdAt, resultHash]);
  return { id, resultHash };
};
