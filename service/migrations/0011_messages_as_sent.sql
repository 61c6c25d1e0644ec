-- A comparison with null is null, and a check passes on null: a COMPLETED execution without a charge, and a device code
-- that was redeemed before anyone had decided about it. A status that a later version adds must be decided here too.
alter table executions drop constraint executions_check, add constraint executions_check check (case status
  when 'CREATED' then worker is null and charged_credits is null
  when 'ACTIVE' then worker is not null and hold is not null and charged_credits is null
  when 'IN_QA' then worker is null and hold is not null and charged_credits is null and result_hash is not null
  when 'COMPLETED' then worker is null and hold is null and charged_credits is not distinct from price
    and result_hash is not null
  when 'FAILED' then worker is null and hold is null and charged_credits is null and error is not null
  when 'PAYMENT_REQUIRED' then worker is null and hold is null and charged_credits is null
  else false end);
alter table device_codes drop constraint device_codes_check1, add constraint device_codes_check1
  check (redeemed_at is null or decision is not distinct from 'approved');

-- A webhook message is kept as it will be sent, and no longer as a row that is read by the names of its columns.
alter table webhook_messages add column body json;
update webhook_messages message set body = json_build_object(
  'type', message.type,
  'timestamp', to_char(message.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  'data', case when row.reused then (left(record.shown::text, -1) || ', "reused" : true}')::json else record.shown end)
from webhook_messages kept
cross join lateral jsonb_populate_record(null::executions, kept.execution) row
cross join lateral (select json_build_object(
  'id', row.id,
  'workflow', row.workflow_id,
  'workflowName', row.workflow_name,
  'workflowVersion', row.workflow_version,
  'organizationId', row.organization_id,
  'status', row.status,
  'userId', row.user_id,
  'createdAt', to_char(row.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  'startedAt', to_char(row.started_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  'finishedAt', to_char(row.finished_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  'inputFileName', row.inputs #> '{default,name}',
  'inputContentHash', row.inputs #> '{default,contentHash}',
  'inputs', (
    select json_object_agg(key, json_build_object(
      'name', image -> 'name', 'contentHash', image -> 'contentHash', 'contentType', image -> 'contentType'))
    from jsonb_each(row.inputs) as input (key, image)),
  'resultContentHash', case when row.status = 'COMPLETED' then row.result_hash end,
  'resultContentType', case when row.status = 'COMPLETED' then row.result_content_type end,
  'resultFileName', case when row.status = 'COMPLETED' then row.result_file_name end,
  'resultPath', case when row.status = 'COMPLETED' then '/image/' || row.result_hash || '/' || row.result_file_name end,
  'labels', row.labels,
  'settings', row.settings,
  'webhooks', row.webhooks,
  'attempts', row.attempts,
  'chargedCredits', row.charged_credits,
  'error', row.error
) as shown) record
where message.id = kept.id;
alter table webhook_messages alter column body set not null, drop column execution;

-- Rows that expire are found by their age.
create index password_resets_by_age on password_resets (expires_at);
create index refresh_tokens_by_age on refresh_tokens (expires_at);
create index invitations_by_age on invitations (expires_at);
create index grants_by_age on grants (expires_at);
