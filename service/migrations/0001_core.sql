-- Everything the core stands on. An invariant that a constraint can hold is held here.

create table users (
  id uuid primary key,
  email text not null,
  name text not null,
  password_hash text,
  platform_administrator boolean not null default false,
  created_at timestamptz(3) not null default now()
);
create unique index users_email on users (lower(email));

create table organizations (
  id uuid primary key,
  version uuid not null,
  name text not null,
  requests_per_minute integer check (requests_per_minute > 0),
  webhook_secret text not null,
  previous_webhook_secret text,
  previous_webhook_secret_until timestamptz,
  created_at timestamptz(3) not null default now()
);

create type organization_role as enum ('owner', 'admin', 'operator', 'reviewer', 'viewer');

create table memberships (
  organization_id uuid not null references organizations,
  user_id uuid not null references users,
  role organization_role not null,
  primary key (organization_id, user_id)
);
create index memberships_by_user on memberships (user_id);

create table api_keys (
  id uuid primary key,
  organization_id uuid not null references organizations,
  user_id uuid not null references users,
  name text not null,
  role organization_role not null,
  platform_administrator boolean not null default false,
  key_hash bytea not null unique,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3),
  last_used_at timestamptz(3),
  revoked_at timestamptz(3)
);
create index api_keys_by_organization on api_keys (organization_id, created_at);

-- Money. The ledger is append-only; an account's balance is the sum of its ledger, and what can be spent is
-- the balance less what is held for executions under way.
create table accounts (
  organization_id uuid primary key references organizations,
  balance bigint not null default 0 check (balance >= 0),
  held bigint not null default 0 check (held >= 0),
  check (held <= balance)
) with (fillfactor = 50, autovacuum_vacuum_threshold = 50, autovacuum_vacuum_scale_factor = 0);

-- The hot tables (ledger, holds, executions) name no foreign key to the organization: each of their rows is written
-- by a statement that has just changed the account's row, and the check would lock the organization for every row.
create table ledger (
  organization_id uuid not null,
  id uuid not null default gen_random_uuid(),
  kind text not null,
  amount bigint not null,
  execution_id uuid,
  note text not null default '',
  user_id uuid,
  created_at timestamptz(3) not null default now(),
  primary key (organization_id, id),
  check (case kind
    when 'grant' then amount > 0 and execution_id is null
    when 'withdrawal' then amount < 0 and execution_id is null
    when 'charge' then amount <= 0 and execution_id is not null
    else false end)
);
create index ledger_by_time on ledger (organization_id, created_at desc, id desc);
-- An execution is charged once in its life.
create unique index ledger_one_charge on ledger (execution_id) where kind = 'charge';

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'table % is append-only', tg_table_name;
end $$;
create trigger ledger_is_append_only before update or delete or truncate on ledger
  for each statement execute function refuse_change();

-- A hold ends once: as a charge or as a release.
create table holds (
  execution_id uuid not null,
  number integer not null,
  organization_id uuid not null,
  amount bigint not null check (amount >= 0),
  outcome text check (outcome in ('charged', 'released')),
  created_at timestamptz(3) not null default now(),
  ended_at timestamptz(3),
  primary key (execution_id, number),
  check ((outcome is null) = (ended_at is null))
) with (fillfactor = 80);
create unique index holds_one_open on holds (execution_id) where outcome is null;

create function refuse_second_end() returns trigger language plpgsql as $$
begin
  raise exception 'hold % of execution % has already ended as %', old.number, old.execution_id, old.outcome;
end $$;
create trigger holds_end_once before update on holds
  for each row when (old.outcome is not null) execute function refuse_second_end();

create table workflows (
  id uuid primary key,
  organization_id uuid not null references organizations,
  latest_version uuid not null,
  created_at timestamptz(3) not null default now(),
  archived_at timestamptz(3)
);
create index workflows_listed on workflows (organization_id, created_at desc, id desc) where archived_at is null;

create table workflow_versions (
  id uuid primary key,
  workflow_id uuid not null references workflows deferrable initially deferred,
  organization_id uuid not null references organizations,
  name text not null,
  inputs jsonb not null,
  steps jsonb not null,
  qa text not null check (qa in ('off', 'all')),
  price integer not null check (price >= 0),
  author_id uuid not null references users,
  created_at timestamptz(3) not null default now()
);
create index workflow_versions_by_workflow on workflow_versions (workflow_id, created_at desc);
alter table workflows add foreign key (latest_version) references workflow_versions deferrable initially deferred;
create trigger workflow_versions_are_immutable before update or delete or truncate on workflow_versions
  for each statement execute function refuse_change();

-- Which bytes an organization holds. A result under review is seen by reviewers only, until approved.
create table images (
  organization_id uuid not null references organizations,
  hash text collate "C" not null check (hash ~ '^[0-9a-f]{64}$'),
  format text not null,
  content_type text not null,
  width integer not null,
  height integer not null,
  bytes bigint not null,
  reviewers_only boolean not null default false,
  created_at timestamptz(3) not null default now(),
  primary key (organization_id, hash)
);

-- A worker's sign of life: a lease, and a session advisory lock on its number.
create table workers (
  id uuid primary key,
  number integer generated always as identity unique,
  lease_until timestamptz not null
);

create type execution_status as enum ('CREATED', 'ACTIVE', 'COMPLETED', 'IN_QA', 'PAYMENT_REQUIRED', 'FAILED');

-- The execution is the job: there is no second bookkeeping to disagree with.
create table executions (
  id uuid primary key,
  organization_id uuid not null,
  workflow_id uuid not null,
  workflow_version uuid not null,
  workflow_name text not null,
  status execution_status not null,
  user_id uuid not null,
  created_at timestamptz(3) not null,
  queued_at timestamptz not null,
  started_at timestamptz(3),
  finished_at timestamptz(3),
  input_file_name text not null,
  inputs jsonb not null,
  settings jsonb not null,
  labels jsonb not null,
  webhooks text[] not null,
  batch_name text generated always as (labels ->> 'service_batch_name') stored,
  in_batch boolean generated always as (labels ? 'service_batch_id' or labels ? 'service_batch_name') stored,
  price integer not null check (price >= 0),
  -- The number of the open hold; null when nothing is held.
  hold integer,
  holds integer not null,
  charged_credits integer,
  result_hash text,
  result_file_name text,
  result_content_type text,
  error jsonb,
  attempts integer not null default 0,
  attempts_before_retry integer not null default 0,
  worker uuid,
  check (case status
    when 'CREATED' then worker is null and charged_credits is null
    when 'ACTIVE' then worker is not null and hold is not null and charged_credits is null
    when 'IN_QA' then worker is null and hold is not null and charged_credits is null and result_hash is not null
    when 'COMPLETED' then worker is null and hold is null and charged_credits = price and result_hash is not null
    when 'FAILED' then worker is null and hold is null and charged_credits is null and error is not null
    when 'PAYMENT_REQUIRED' then worker is null and hold is null and charged_credits is null
    end)
) with (fillfactor = 70, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0.02,
        autovacuum_vacuum_insert_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.02);

create index executions_newest on executions (organization_id, created_at desc, id desc);
create index executions_by_status on executions (organization_id, status, created_at desc, id desc);
create index executions_by_workflow on executions (organization_id, workflow_id, created_at desc, id desc);
-- Serves a batch's name, and "outside any batch" as the rows without a name.
create index executions_by_batch on executions (organization_id, batch_name, created_at desc, id desc);
create index executions_by_file_name on executions (organization_id, input_file_name, created_at desc, id desc);
create index executions_queued on executions (organization_id, queued_at, id) where status = 'CREATED';
create index executions_running on executions (worker) where status = 'ACTIVE';

-- Exact totals without counting a million rows: every change of status appends its difference, in the same
-- transaction, and the differences are summed up now and then. Appending needs no row lock.
create table execution_counts (
  organization_id uuid not null,
  status execution_status not null,
  difference bigint not null
) with (autovacuum_vacuum_threshold = 100, autovacuum_vacuum_scale_factor = 0);
create index execution_counts_sum on execution_counts (organization_id, status) include (difference);

create function count_inserted_executions() returns trigger language plpgsql as $$
begin
  insert into execution_counts
    select organization_id, status, count(*) from new_rows group by organization_id, status;
  return null;
end $$;
create function count_changed_executions() returns trigger language plpgsql as $$
begin
  insert into execution_counts
    select organization_id, status, sum(difference) from (
      select organization_id, status, 1 as difference from new_rows
      union all
      select organization_id, status, -1 from old_rows
    ) changes group by organization_id, status having sum(difference) <> 0;
  return null;
end $$;
create trigger executions_count_insert after insert on executions
  referencing new table as new_rows for each statement execute function count_inserted_executions();
create trigger executions_count_update after update on executions
  referencing old table as old_rows new table as new_rows for each statement execute function count_changed_executions();

create table idempotency_keys (
  organization_id uuid not null references organizations,
  key text not null,
  fingerprint text not null,
  execution_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (organization_id, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);

create table feedback (
  execution_id uuid not null references executions,
  user_id uuid not null references users,
  thumbs_up boolean not null,
  expected_images text[] not null,
  created_at timestamptz(3) not null default now(),
  primary key (execution_id, user_id)
);

-- A message is written in the transaction that changes the state, and sent after it.
create table webhook_messages (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references organizations,
  execution_id uuid not null,
  url text not null,
  -- Host and port: what is slow or dead together. One destination does not hold up the others.
  destination text collate "C" not null generated always as
    (left(coalesce(lower(substring(url from '^[^:]*:[/\\]*(?:[^/\\?#]*@)?([^/\\?#]*)')), ''), 255)) stored,
  type text not null,
  created_at timestamptz(3) not null default now(),
  -- The execution as it was when the message was written, whatever has become of it since.
  execution jsonb not null,
  attempts integer not null default 0,
  next_attempt_at timestamptz default now(),
  claimed_until timestamptz,
  outcome text check (outcome in ('delivered', 'gave_up', 'stopped')),
  check ((outcome is null) = (next_attempt_at is not null))
);
create index webhook_messages_due on webhook_messages (next_attempt_at) where outcome is null;
create index webhook_messages_by_destination on webhook_messages (organization_id, destination, next_attempt_at)
  where outcome is null;
create index webhook_messages_by_execution on webhook_messages (execution_id);

-- NOTIFY makes commits wait for each other, so only a statement that wrote a message pays for it.
create function wake_webhook_senders() returns trigger language plpgsql as $$
begin
  if exists (select from new_rows) then
    perform pg_notify('darkroom_webhooks', '');
  end if;
  return null;
end $$;
create trigger webhook_messages_wake after insert on webhook_messages
  referencing new table as new_rows for each statement execute function wake_webhook_senders();

create table webhook_attempts (
  message_id uuid not null references webhook_messages,
  number integer not null,
  started_at timestamptz(3) not null,
  duration_ms integer not null,
  status integer,
  error text,
  primary key (message_id, number)
);
