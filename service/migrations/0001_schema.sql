-- The whole schema, in the order in which one would explain it: organizations and people, how they sign in, credits,
-- workflows, images, batches, workers and executions, review, webhooks, mails, the audit log, deletion on request, and
-- the triggers that void invitation and reset links when the rights of their maker change.
--
-- Conventions:
-- * Most identifiers are UUIDs of version 7, which sort by time of creation. The service makes them, except those of
--   webhook messages, mails and entries of the audit log: these rows are written inside other statements (uuid_v7).
-- * The primary keys of executions, released_holds, webhook_messages, webhook_attempts, notices and audit_log contain
--   a UUID of version 7. So these tables can be partitioned by ranges of ids, and a retention rule can drop a month of
--   rows as one partition. For the same reason no foreign key references these tables, except from tables whose rows
--   would be dropped together with theirs.
-- * All times come from the clock of the database (`now()`), with milliseconds where a client sees them.
-- * Secrets are stored as hashes only, except signing secrets, which the service must read to sign.

-- The function uuidv7() of PostgreSQL 18, for the older versions that the service supports: 48 bits with the time in
-- milliseconds, the version, and random bits. It takes 1 microsecond longer than gen_random_uuid().
create function uuid_v7() returns uuid language sql volatile parallel safe
  return (lpad(to_hex((date_part('epoch', clock_timestamp()) * 1000)::bigint), 12, '0') || '7'
    || substr(gen_random_uuid()::text, 16))::uuid;

-- ---------------------------------------------------------------------------------------------------------------------
-- Organizations and people

create table organizations (
  id uuid primary key,
  version uuid not null,
  name text not null,
  requests_per_minute integer check (requests_per_minute > 0),
  reuse_results boolean not null default false,
  below_cost boolean not null default false,
  auto_resume_since timestamptz(3),
  credits_low_at bigint check (credits_low_at > 0),
  credits_are_low boolean not null default false,
  reject_codes text[] not null default '{cut-out-edge,colour,framing,shadow,artefact,wrong-input}',
  webhook_secret text not null,
  previous_webhook_secret text,
  previous_webhook_secret_until timestamptz,
  created_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3)
);
create index organizations_with_threshold on organizations (id) where credits_low_at is not null or credits_are_low;
comment on table organizations is 'Everything except people belongs to one organization.';
comment on column organizations.deleted_at is 'The organization was deleted: only its name, ledger, usage and audit log are left, and the name is replaced.';
comment on column organizations.version is 'New on each change, so that clients can tell that something changed.';
comment on column organizations.requests_per_minute is 'Null: the default limit of the settings.';
comment on column organizations.below_cost is 'The platform administrator lets this organization set the price of a workflow below the base price plus the prices of its components.';
comment on column organizations.auto_resume_since is 'When the setting autoResume was switched on; null: it is off. Only unpaid executions created since then are resumed automatically.';
comment on column organizations.credits_low_at is 'The event credits.low is sent when the spendable credits fall below this number; null: never.';
comment on column organizations.credits_are_low is 'The event credits.low was sent. It is not sent again until the spendable credits have been above the threshold.';
comment on column organizations.reject_codes is 'The codes that a rejection may name.';
comment on column organizations.previous_webhook_secret is 'Also signs messages until previous_webhook_secret_until, so that receivers have time to change to the new secret.';

create table retention (
  organization_id uuid primary key references organizations,
  inputs integer check (inputs >= 0),
  results integer check (results >= 0),
  traces integer check (traces >= 0),
  webhooks integer check (webhooks >= 0),
  audit_log integer check (audit_log >= 0),
  swept_at timestamptz
);
comment on table retention is 'After how many days an organization''s data is deleted, by kind. Null: the default of the platform; 0: never.';
comment on column retention.swept_at is 'When a process last looked for data that is too old.';

create table users (
  id uuid primary key,
  email text not null,
  name text not null,
  password_hash text,
  platform_administrator boolean not null default false,
  selected_organization_id uuid references organizations,
  address_proven_at timestamptz(3),
  notices text[] not null default '{}',
  created_at timestamptz(3) not null default now()
);
create unique index users_email on users (lower(email));
comment on table users is 'People. An account without a password signs in through the external provider only.';
comment on column users.notices is 'The kinds of mail that the person chose, in all organizations.';
comment on column users.address_proven_at is 'When a provider, or the settings of the first start, proved the address. A password set before that may be a stranger''s.';

-- The roles, from the one with the most rights to the one with the fewest.
create type organization_role as enum ('owner', 'admin', 'operator', 'reviewer', 'viewer');

create table memberships (
  organization_id uuid not null references organizations,
  user_id uuid not null references users,
  role organization_role not null,
  primary key (organization_id, user_id)
);
create index memberships_by_user on memberships (user_id);
comment on table memberships is 'Who belongs to which organization, and in which role.';

create table invitations (
  id uuid primary key,
  organization_id uuid not null references organizations,
  email text not null,
  role organization_role not null,
  token_hash bytea not null unique,
  invited_by uuid not null references users,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  accepted_at timestamptz(3),
  revoked_at timestamptz(3),
  check (accepted_at is null or revoked_at is null)
);
create index invitations_by_organization on invitations (organization_id, created_at desc, id desc);
-- One open invitation for each address: a new one replaces the earlier one.
create unique index invitations_one_open on invitations (organization_id, lower(email))
  where accepted_at is null and revoked_at is null;
create index invitations_open_by_maker on invitations (invited_by) where accepted_at is null and revoked_at is null;
create index invitations_by_age on invitations (expires_at);
comment on table invitations is 'Links with which a person joins an organization.';

create table password_resets (
  token_hash bytea primary key,
  user_id uuid not null references users,
  organization_id uuid not null references organizations,
  made_by uuid not null references users,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  used_at timestamptz(3)
);
create index password_resets_by_user on password_resets (user_id);
create index password_resets_open_by_maker on password_resets (made_by) where used_at is null;
create index password_resets_by_age on password_resets (expires_at);
comment on table password_resets is 'Links with which a person sets a new password. A link is valid only while its maker has the right to make it in organization_id.';

-- ---------------------------------------------------------------------------------------------------------------------
-- Signing in: people, servers, connected apps

create table sessions (
  id uuid primary key,
  token_hash bytea not null unique,
  user_id uuid not null references users,
  address text not null,
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  ended_at timestamptz(3)
);
create index sessions_by_user on sessions (user_id);
create index sessions_by_age on sessions (expires_at);
comment on table sessions is 'Browsers that are signed in to the console.';

create table identities (
  issuer text not null,
  subject text not null,
  user_id uuid not null references users,
  created_at timestamptz(3) not null default now(),
  primary key (issuer, subject)
);
create index identities_by_user on identities (user_id);
comment on table identities is 'Links a person at an external identity provider (issuer and subject) to a user.';

create table sign_in_attempts (
  subject text primary key,
  recent timestamptz[] not null,
  latest_at timestamptz not null default now()
);
create index sign_in_attempts_by_age on sign_in_attempts (latest_at);
comment on table sign_in_attempts is 'Times of the latest wrong passwords and codes, by account and by address.';

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
comment on table api_keys is 'Keys with which servers call the API. A key never has more rights than its user has now.';

create table oauth_clients (
  id text primary key,
  name text not null,
  rotate_refresh_tokens boolean not null default false,
  built_in boolean not null default false,
  created_at timestamptz(3) not null default now(),
  removed_at timestamptz(3)
);
comment on table oauth_clients is 'Apps that people may connect by the device flow.';
insert into oauth_clients (id, name, built_in) values ('darkroom-cli', 'Darkroom command line', true);

create table grants (
  id uuid primary key,
  client_id text not null references oauth_clients,
  user_id uuid not null references users,
  organization_id uuid not null references organizations,
  scope text not null,
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  revoked_at timestamptz(3)
);
create index grants_by_organization on grants (organization_id, created_at desc, id desc);
create index grants_by_user on grants (user_id);
create index grants_by_client on grants (client_id);
create index grants_by_age on grants (expires_at);
comment on table grants is 'Connected apps: a grant lets an app act for a person in one organization, from the approval until it is revoked or expires.';

create table refresh_tokens (
  token_hash bytea primary key,
  grant_id uuid not null references grants on delete cascade,
  expires_at timestamptz(3) not null,
  used_at timestamptz(3)
);
create index refresh_tokens_by_grant on refresh_tokens (grant_id);
create index refresh_tokens_by_age on refresh_tokens (expires_at);
comment on table refresh_tokens is 'Tokens with which connected apps get new access tokens.';
comment on column refresh_tokens.used_at is 'When a client that rotates refresh tokens exchanged this one. If the token is used again, it was stolen, and the grant is revoked.';

create table device_codes (
  code_hash bytea primary key,
  user_code_hash bytea not null unique,
  client_id text not null references oauth_clients,
  scope text not null,
  requested_from text not null,
  requested_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  polled_at timestamptz,
  decision text check (decision in ('approved', 'denied')),
  user_id uuid references users,
  organization_id uuid references organizations,
  redeemed_at timestamptz(3),
  -- An approval names the person and the organization that the app will act for.
  check (decision is distinct from 'approved' or (user_id is not null and organization_id is not null)),
  check (redeemed_at is null or decision is not distinct from 'approved')
);
create index device_codes_by_age on device_codes (expires_at);
create index device_codes_by_user on device_codes (user_id);
comment on table device_codes is 'Codes of the device flow: a person approves or denies a code, and the app redeems an approved code once.';

create table signing_keys (
  id text primary key,
  private_jwk jsonb not null,
  created_at timestamptz not null default clock_timestamp(),
  retires_at timestamptz
);
comment on table signing_keys is 'Keys that sign access tokens. The newest key signs; tokens of an older key stay valid until its retires_at.';

-- Every process caches rights. These triggers tell all processes when the rights of a person change.
create function tell_access() returns trigger language plpgsql as $$
begin
  perform pg_notify('darkroom_access', coalesce(new.user_id, old.user_id)::text);
  return null;
end $$;
create trigger memberships_tell_access after insert or update or delete on memberships
  for each row execute function tell_access();
create trigger sessions_tell_access after update on sessions
  for each row when (old.ended_at is distinct from new.ended_at) execute function tell_access();
create trigger grants_tell_access after update on grants
  for each row when (old.revoked_at is distinct from new.revoked_at) execute function tell_access();
create function tell_user_access() returns trigger language plpgsql as $$
begin
  perform pg_notify('darkroom_access', new.id::text);
  return null;
end $$;
create trigger users_tell_access after update on users
  for each row when (old.platform_administrator is distinct from new.platform_administrator
    or old.selected_organization_id is distinct from new.selected_organization_id
    or old.email is distinct from new.email or old.name is distinct from new.name)
  execute function tell_user_access();
create function tell_keys() returns trigger language plpgsql as $$
begin
  perform pg_notify('darkroom_access', 'keys');
  return null;
end $$;
create trigger signing_keys_tell after insert or update or delete on signing_keys
  for each statement execute function tell_keys();

-- ---------------------------------------------------------------------------------------------------------------------
-- Credits

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'table % is append-only', tg_table_name;
end $$;

-- Retention and the erasure of a person may change append-only tables: they set darkroom.erasing for one transaction.
create function refuse_change_unless_erasing() returns trigger language plpgsql as $$
begin
  if current_setting('darkroom.erasing', true) is distinct from 'on' or tg_op = 'TRUNCATE' then
    raise exception 'table % is append-only', tg_table_name;
  end if;
  return null;
end $$;

create table accounts (
  organization_id uuid primary key references organizations,
  spendable bigint not null default 0 check (spendable >= 0)
) with (fillfactor = 50, autovacuum_vacuum_threshold = 50, autovacuum_vacuum_scale_factor = 0);
comment on table accounts is 'The credits that an organization can spend: the sum of its ledger less its open holds. A charge lowers the ledger and the holds by the same amount, so completing an execution does not change this row, for which every create of the organization waits.';

-- The tables that grow with executions (ledger, released_holds, executions) have no foreign key to the organization.
-- Each of their rows is written by a statement that has just changed the account or an execution of the organization,
-- so the organization exists; the check of a foreign key would lock it for every row.
create table ledger (
  organization_id uuid not null,
  id uuid not null default uuid_v7(),
  kind text not null,
  amount bigint not null,
  execution_id uuid,
  note text not null default '',
  user_id uuid,
  created_at timestamptz(3) not null default now(),
  primary key (organization_id, id),
  -- A charge has the id of its execution, so the primary key keeps an execution from being charged twice.
  check (case kind
    when 'grant' then amount > 0 and execution_id is null
    when 'withdrawal' then amount < 0 and execution_id is null
    when 'charge' then amount <= 0 and execution_id is not distinct from id
    else false end)
);
create index ledger_by_time on ledger (organization_id, created_at desc, id desc);
-- Most entries are charges. Without them the index is small and finds the few grants and withdrawals.
create index ledger_by_kind on ledger (organization_id, kind, created_at desc, id desc) where kind <> 'charge';
create index ledger_by_user on ledger (organization_id, user_id, created_at desc, id desc) where user_id is not null;
create trigger ledger_is_append_only before delete or truncate on ledger
  for each statement execute function refuse_change();
create trigger ledger_notes_only before update on ledger
  for each statement execute function refuse_change_unless_erasing();
create function refuse_change_of_amounts() returns trigger language plpgsql as $$
begin
  if to_jsonb(new) - 'note' <> to_jsonb(old) - 'note' then
    raise exception 'table % is append-only', tg_table_name;
  end if;
  return new;
end $$;
create trigger ledger_amounts_stay before update on ledger for each row execute function refuse_change_of_amounts();
comment on table ledger is 'Every credit granted, withdrawn and charged. Append-only, except that the address of an erased person is removed from the notes.';

create table released_holds (
  execution_id uuid not null,
  number integer not null,
  organization_id uuid not null,
  amount bigint not null check (amount >= 0),
  released_at timestamptz(3) not null default now(),
  primary key (execution_id, number)
);
create trigger released_holds_is_append_only before update or delete or truncate on released_holds
  for each statement execute function refuse_change();
comment on table released_holds is 'Holds that ended without a charge. An open hold is stored in its execution; a charged hold is an entry of the ledger. Append-only.';

-- ---------------------------------------------------------------------------------------------------------------------
-- Workflows and images

create table workflows (
  id uuid primary key,
  organization_id uuid not null references organizations,
  latest_version uuid not null,
  created_at timestamptz(3) not null default now(),
  archived_at timestamptz(3)
);
create index workflows_listed on workflows (organization_id, created_at desc, id desc) where archived_at is null;
comment on table workflows is 'Workflows; their contents are in their versions.';

create table workflow_versions (
  id uuid primary key,
  workflow_id uuid not null references workflows deferrable initially deferred,
  organization_id uuid not null references organizations,
  name text not null,
  inputs jsonb not null,
  steps jsonb not null,
  qa text not null check (qa in ('off', 'unsure', 'sample', 'all')),
  qa_sampling jsonb,
  result_names text,
  price integer not null check (price >= 0),
  author_id uuid not null references users,
  created_at timestamptz(3) not null default now()
);
create index workflow_versions_by_workflow on workflow_versions (workflow_id, created_at desc);
alter table workflows add foreign key (latest_version) references workflow_versions deferrable initially deferred;
create trigger workflow_versions_are_immutable before update or delete or truncate on workflow_versions
  for each statement execute function refuse_change_unless_erasing();
comment on table workflow_versions is 'Every version of a workflow, immutable: old versions stay runnable.';
comment on column workflow_versions.result_names is 'The template of the names of results; null: the name of the input.';
comment on column workflow_versions.qa_sampling is 'AQL and lot size of acceptance sampling, `{aql, lotSize}`; null: the default.';

create table objects (
  hash text collate "C" primary key,
  refs integer not null check (refs >= 0),
  unreferenced_since timestamptz(3),
  condemned_at timestamptz(3),
  deleted_at timestamptz(3),
  check ((refs = 0) = (unreferenced_since is not null)),
  check (condemned_at is null or refs = 0),
  check (deleted_at is null or condemned_at is not null)
);
create index objects_unreferenced on objects (unreferenced_since) where refs = 0 and deleted_at is null;
create index objects_by_age on objects (deleted_at) where deleted_at is not null;
comment on table objects is 'The objects of the store, and how many rows of images refer to each. This row decides whether an object may be deleted: see decision 0020.';
comment on column objects.unreferenced_since is 'When the last reference ended. The object is deleted a day later at the earliest.';
comment on column objects.condemned_at is 'A process is deleting the object, or has deleted it. Nothing can refer to the object until it is stored again.';
comment on column objects.deleted_at is 'When the object was deleted from the store. The row stays for some days, so that every process deletes its copies.';

create table periodic_work (
  name text primary key,
  begun_at timestamptz not null default now()
);
comment on table periodic_work is 'Background work that one process of the installation does every few hours, and when it was last started.';

create table images (
  organization_id uuid not null references organizations,
  hash text collate "C" not null check (hash ~ '^[0-9a-f]{64}$'),
  format text not null,
  content_type text not null,
  width integer not null,
  height integer not null,
  bytes bigint not null,
  crc32 bigint not null check (crc32 between 0 and 4294967295),
  reviewers_only boolean not null default false,
  as_input boolean not null default false,
  as_result boolean not null default false,
  created_at timestamptz(3) not null default now(),
  used_at timestamptz(3) not null default now(),
  refused_at timestamptz(3),
  deleted_at timestamptz(3),
  primary key (organization_id, hash)
);
create index images_refused on images (refused_at) where refused_at is not null;
comment on table images is 'The images of each organization. When two organizations have the same file, each has a row, and both rows refer to one object.';
comment on column images.crc32 is 'The checksum that a ZIP file needs, so that the length of an archive is known before its images are read.';
comment on column images.reviewers_only is 'A result that waits for approval, or was rejected.';
comment on column images.as_input is 'The image was uploaded, or brought along by a create.';
comment on column images.as_result is 'An execution made the image.';
comment on column images.used_at is 'When the image was last uploaded, made or used as an input, with a precision of one hour. Retention counts from this time.';
comment on column images.refused_at is 'A create that brought the image along was refused. The image is deleted unless an execution uses it.';
comment on column images.deleted_at is 'When the image was deleted, by retention or on request. The row stays, so that a download can report the deletion; an upload of the same bytes makes the image available again.';

-- Triggers count the references, so that no statement can forget it. A statement that would refer to a condemned
-- object fails as a whole: its caller stores the object again and repeats the statement
-- (operations/uploads/keep-and-record.ts).
create function refer_to_object() returns trigger language plpgsql as $$
begin
  insert into objects as o (hash, refs) values (new.hash, 1)
    on conflict (hash) do update set refs = o.refs + 1, unreferenced_since = null where o.condemned_at is null;
  if not found then
    raise exception 'the object % is being deleted from the store', new.hash using errcode = 'DR001';
  end if;
  return null;
end $$;
create function release_object() returns trigger language plpgsql as $$
begin
  update objects set refs = refs - 1, unreferenced_since = case when refs = 1 then now() end where hash = old.hash;
  -- Tells every process to drop the organization's images from its cache.
  perform pg_notify('darkroom_images', old.organization_id::text);
  return null;
end $$;
create trigger images_refer after insert on images
  for each row when (new.deleted_at is null) execute function refer_to_object();
create trigger images_revive after update on images
  for each row when (old.deleted_at is not null and new.deleted_at is null) execute function refer_to_object();
create trigger images_release after update on images
  for each row when (old.deleted_at is null and new.deleted_at is not null) execute function release_object();
create trigger images_remove after delete on images
  for each row when (old.deleted_at is null) execute function release_object();

-- ---------------------------------------------------------------------------------------------------------------------
-- Batches

create table batches (
  organization_id uuid not null references organizations,
  id uuid not null,
  name text,
  search_name text,
  created_at timestamptz(3) not null default now(),
  created_by uuid not null references users,
  expected integer check (expected > 0),
  budget bigint check (budget >= 0),
  used_before_budget bigint not null default 0,
  qa jsonb,
  webhooks text[] not null default '{}',
  priority smallint not null default 5 check (priority between 0 and 9),
  paused boolean not null default false,
  closed_at timestamptz(3),
  canceled_at timestamptz(3),
  held_at timestamptz(3),
  rounds integer not null default 0,
  completed_at timestamptz(3),
  completed_changes bigint,
  status text not null default 'empty' check (status in ('empty', 'running', 'paused', 'closed', 'completed')),
  primary key (organization_id, id),
  check ((rounds = 0) = (completed_at is null) and (rounds = 0) = (completed_changes is null))
);
create index batches_by_time on batches (organization_id, created_at desc, id desc);
create index batches_by_status on batches (organization_id, status, created_at desc, id desc);
create index batches_held on batches (organization_id) where held_at is not null;
create index batches_paused on batches (organization_id) where paused;
comment on table batches is 'Batches. When the labels of an execution name the batch, its id is computed from them (domain/executions/batch.ts), so an insert needs no lookup. Statements lock rows in this order: batches by id, the account, resume_jobs.';
comment on column batches.qa is 'How the batch''s results are reviewed, `{mode, sampling}`; null: as each workflow says.';
comment on column batches.name is 'The first name that the labels of an execution gave; other names in later labels do not replace it. Null while the batch has no name.';
comment on column batches.search_name is 'The name in the form that searches compare. The service makes it, because the database may have no locale.';
comment on column batches.budget is 'The credits that the batch may charge and hold together; null: no limit.';
comment on column batches.used_before_budget is 'The credits that the batch had charged and held when its budget was set. A budget may be lower than this: then it only stops new executions.';
comment on column batches.status is 'The status, stored for lists by status. It is correct for a batch that has no row in batch_checks and whose counters are summed up; lists compute the status of all other batches.';
comment on column batches.closed_at is 'No more executions are expected. An execution that is created later opens the batch again.';
comment on column batches.canceled_at is 'The batch was canceled and not retried since: its unpaid executions are not resumed automatically.';
comment on column batches.held_at is 'The batch is on hold since this time: retention deletes nothing of it. Null: it is not on hold.';
comment on column batches.rounds is 'How often the batch was completed.';
comment on column batches.completed_changes is 'The number of changes (batch_counts) when the batch was last completed. Further changes open the batch again.';

create table batch_workflows (
  organization_id uuid not null,
  batch_id uuid not null,
  workflow_id uuid not null,
  primary key (organization_id, batch_id, workflow_id)
);
comment on table batch_workflows is 'The workflows that run in each batch, so that nobody has to look through its executions.';

create table batch_minutes (
  organization_id uuid not null,
  minute timestamptz(0) not null,
  batch_id uuid not null,
  finished bigint not null,
  primary key (organization_id, minute, batch_id)
);
create index batch_minutes_by_age on batch_minutes (minute);
comment on table batch_minutes is 'How many executions of each batch left the lanes in each minute. Written when batch_counts is summed up.';

create table batch_checks (
  organization_id uuid not null,
  batch_id uuid not null,
  due_at timestamptz not null default now(),
  primary key (organization_id, batch_id)
);
create index batch_checks_due on batch_checks (due_at);
comment on table batch_checks is 'Batches that changed: a background step decides at due_at whether they are completed.';

create table resume_jobs (
  organization_id uuid not null,
  batch_id uuid,
  after_created_at timestamptz(3),
  after_id uuid,
  requested_at timestamptz not null default now(),
  unique nulls not distinct (organization_id, batch_id),
  check ((after_id is null) = (after_created_at is null))
);
comment on table resume_jobs is 'Jobs that resume unpaid executions in the background: all of an organization after credits were added, or, with batch_id, those that the budget of the batch blocked before it was raised. The transaction that resumes executions also moves the position (after_created_at, after_id).';

-- ---------------------------------------------------------------------------------------------------------------------
-- Executions and workers

create table object_store (
  only_one boolean primary key default true check (only_one),
  id uuid not null
);
comment on table object_store is 'The identity of the store with the images. The store has the same identity in a file, so that no process works with the images of another installation, or with an empty folder because a disk is not mounted.';

create table workers (
  id uuid primary key,
  number integer generated always as identity unique,
  lanes integer not null check (lanes > 0),
  lease_until timestamptz not null
);
comment on table workers is 'Workers that are alive: each renews its lease and holds a session advisory lock on its number.';

create type execution_status as enum ('CREATED', 'ACTIVE', 'COMPLETED', 'IN_QA', 'PAYMENT_REQUIRED', 'FAILED');

create table executions (
  id uuid primary key,
  organization_id uuid not null,
  workflow_id uuid not null,
  workflow_version uuid not null,
  workflow_name text not null,
  status execution_status not null,
  user_id uuid not null,
  api_key_id uuid,
  created_at timestamptz(3) not null,
  queued_at timestamptz not null,
  started_at timestamptz(3),
  finished_at timestamptz(3),
  input_file_name text not null,
  search_name text not null default '',
  search_grams integer[] not null default '{}',
  inputs jsonb not null,
  settings jsonb not null,
  labels jsonb not null,
  webhooks text[] not null,
  input_hash text collate "C" generated always as (inputs #>> '{default,contentHash}') stored,
  batch_name text generated always as (labels ->> 'service_batch_name') stored,
  in_batch boolean generated always as (labels ? 'service_batch_id' or labels ? 'service_batch_name') stored,
  batch_id uuid,
  priority smallint not null default 5,
  paused boolean not null default false,
  price integer not null check (price >= 0),
  hold integer,
  holds integer not null,
  charged_credits integer,
  result_hash text,
  result_file_name text,
  result_content_type text,
  results jsonb check (results is null or result_hash is not null),
  reused boolean not null default false,
  error jsonb,
  error_code text generated always as (error ->> 'code') stored,
  trace jsonb,
  attempts integer not null default 0,
  uncounted_attempts integer not null default 0,
  must_review boolean not null default false,
  redos integer not null default 0,
  kept_hold integer,
  worker uuid,
  traceparent text,
  -- Only an ACTIVE execution has a worker. ACTIVE and IN_QA need a hold; COMPLETED, FAILED and PAYMENT_REQUIRED have
  -- none. Only a COMPLETED execution has a charge, which is exactly the price.
  check (case status
    when 'CREATED' then worker is null and charged_credits is null
    when 'ACTIVE' then worker is not null and hold is not null and charged_credits is null
    when 'IN_QA' then worker is null and hold is not null and charged_credits is null and result_hash is not null
    when 'COMPLETED' then worker is null and hold is null and charged_credits is not distinct from price
      and result_hash is not null
    when 'FAILED' then worker is null and hold is null and charged_credits is null and error is not null
    when 'PAYMENT_REQUIRED' then worker is null and hold is null and charged_credits is null and error is not null
    else false end),
  check (in_batch is not distinct from (batch_id is not null))
) with (fillfactor = 70, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0.02,
        autovacuum_vacuum_insert_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.02);
comment on table executions is 'Executions. The row is also the job: there is no second bookkeeping that could disagree.';
comment on column executions.api_key_id is 'The API key that created the execution; null for the console and connected apps.';
comment on column executions.traceparent is 'The W3C trace context of the request that created the execution; null for most.';
comment on column executions.hold is 'The number of the open hold, whose amount is `price`; null when nothing is held.';
comment on column executions.holds is 'How many holds there were.';
comment on column executions.search_name is 'The input file name as searches compare it: normalized and without case (domain/executions/search-name.ts), because the database may have no locale.';
comment on column executions.search_grams is 'Hashes of every three consecutive characters of search_name, of its first character and of its first two.';
comment on column executions.trace is 'The steps of the last attempt that ended, written by the statement that ended it.';
comment on column executions.priority is 'The priority of the batch: 9 is taken first, 0 last. It orders the work of one organization only.';
comment on column executions.paused is 'The batch is paused: no worker takes the execution while it is queued.';
comment on column executions.results is 'All files of the execution by name, `default` included, as the record shows them; null when there is only the result. Part of the row, because every statement that sets or clears the result must do the same with them.';
comment on column executions.reused is 'The result was taken from an earlier execution.';
comment on column executions.must_review is 'A reviewer rejected or redid an earlier result: the next one goes to a reviewer in any case.';
comment on column executions.redos is 'How often a reviewer had the execution done again with other settings.';
comment on column executions.kept_hold is 'The number of the hold that the last redo kept. A withdrawal does not release that hold.';
comment on column executions.uncounted_attempts is 'Attempts that do not count against the limit: those before the last retry or redo, those that an orderly shutdown interrupted, and those that the worker never began, because it did not get the response to its claim.';

-- The indexes of the list (postgres/executions/list.ts) begin with a filter and the status, followed by the list's
-- order. An execution that is CREATED or ACTIVE is only in the index by status, where the list finds it. So most
-- executions enter the other indexes only once.
create index executions_by_status on executions (organization_id, status, created_at desc, id desc);
create index executions_by_workflow on executions (organization_id, workflow_id, status, created_at desc, id desc)
  where status not in ('CREATED', 'ACTIVE');
create index executions_by_version on executions (organization_id, workflow_version, status, created_at desc, id desc)
  where status not in ('CREATED', 'ACTIVE');
create index executions_by_user on executions (organization_id, user_id, status, created_at desc, id desc)
  where status not in ('CREATED', 'ACTIVE');
create index executions_by_batch on executions (organization_id, batch_id, status, created_at desc, id desc)
  where batch_id is not null and status not in ('CREATED', 'ACTIVE');
-- Serves the filters by batch name and "outside any batch". An index entry has at most 2704 bytes and a batch's name up
-- to 4096, so the index holds the beginning of the name.
create index executions_by_batch_name on executions
  (organization_id, in_batch, coalesce(left(batch_name, 200), ''), status, created_at desc, id desc)
  where status not in ('CREATED', 'ACTIVE');
create index executions_by_file_name on executions (organization_id, input_file_name, status, created_at desc, id desc)
  where status not in ('CREATED', 'ACTIVE');
create index executions_by_input_hash on executions (organization_id, input_hash, status, created_at desc, id desc)
  where status not in ('CREATED', 'ACTIVE');
create index executions_by_error_code on executions (organization_id, error_code, status, created_at desc, id desc)
  where error_code is not null and status not in ('CREATED', 'ACTIVE');
-- A search finds names by the three-character pieces that they contain. It also reads all of the index's pending list
-- (new entries that are not yet sorted in), so the list is kept short.
create index executions_by_search on executions using gin (search_grams) with (gin_pending_list_limit = 1024)
  where status not in ('CREATED', 'ACTIVE');
create index executions_in_batch_order on executions (organization_id, batch_id, created_at, id) where batch_id is not null;
create index executions_queued on executions (organization_id, priority desc, queued_at, id)
  where status = 'CREATED' and not paused;
create index executions_running on executions (worker) where status = 'ACTIVE';

create table erased_executions (
  id uuid primary key,
  organization_id uuid not null,
  status execution_status not null check (status in ('COMPLETED', 'FAILED', 'PAYMENT_REQUIRED')),
  price integer not null,
  holds integer not null,
  charged_credits integer,
  redos integer not null,
  finished_at timestamptz(3),
  erased_at timestamptz(3) not null default now()
);
comment on table erased_executions is 'Executions that were deleted on request: only the columns that the books need, without names or images.';

create table execution_labels (
  organization_id uuid not null,
  label uuid not null,
  status execution_status not null,
  created_at timestamptz(3) not null,
  id uuid not null,
  primary key (organization_id, label, status, created_at, id)
) with (autovacuum_vacuum_scale_factor = 0.05);
comment on table execution_labels is 'The labels of each execution that has left the queue and the lanes, for lists by label. Labels that name a batch are not here: the table executions has columns for them.';
comment on column execution_labels.label is 'A hash of key and value (label_hash).';
comment on column execution_labels.id is 'The execution. Its status and created_at are repeated, so that the primary key has the list''s order.';

create function label_hash(key text, value text) returns uuid language sql immutable parallel safe
  return md5(length(key) || ':' || key || value)::uuid;

create table execution_counts (
  organization_id uuid not null,
  status execution_status not null,
  workflow_id uuid not null,
  in_batch boolean not null,
  difference bigint not null
) with (autovacuum_vacuum_threshold = 100, autovacuum_vacuum_scale_factor = 0);
create index execution_counts_sum on execution_counts (organization_id, status, workflow_id, in_batch)
  include (difference);
comment on table execution_counts is 'Exact totals without counting a million rows: every change of status appends its difference in the same transaction, and the differences are summed up now and then. Appending needs no row lock.';

create table batch_counts (
  organization_id uuid not null,
  batch_id uuid not null,
  status execution_status not null,
  difference bigint not null,
  held bigint not null,
  charged bigint not null,
  changes bigint not null,
  finished bigint not null,
  first_created_at timestamptz(3),
  last_created_at timestamptz(3),
  last_changed_at timestamptz(3) not null,
  name_hash uuid,
  summed boolean not null default false
) with (autovacuum_vacuum_threshold = 100, autovacuum_vacuum_scale_factor = 0);
create index batch_counts_sum on batch_counts (organization_id, batch_id);
create index batch_counts_fresh on batch_counts (organization_id, batch_id) where not summed;
create index batch_counts_by_name on batch_counts (organization_id, name_hash, status) include (difference)
  where name_hash is not null;
comment on table batch_counts is 'For each batch the number of executions by status, their held and charged credits, and the first and last times. Kept like execution_counts: differences are appended and summed up every second.';
comment on column batch_counts.changes is 'How many executions were created or changed their status.';
comment on column batch_counts.finished is 'How many executions left the lanes; moves to batch_minutes when the row is summed up.';
comment on column batch_counts.name_hash is 'A hash of the batch name in the labels, for totals by name: batches may share a name, and a batch may have several.';

-- Most executions have no batch and no labels, and a statement that writes nothing still costs 40 microseconds. So each
-- trigger first checks which of its statements the rows need.
create function count_inserted_executions() returns trigger language plpgsql as $$
declare
  has_batch boolean;
  has_labels boolean;
begin
  select bool_or(batch_id is not null), bool_or(labels <> '{}' and status not in ('CREATED', 'ACTIVE'))
    into has_batch, has_labels from new_rows;
  insert into execution_counts
    select organization_id, status, workflow_id, in_batch, count(*)
    from new_rows group by organization_id, status, workflow_id, in_batch;
  if has_batch then
    insert into batch_counts
      select organization_id, batch_id, status, count(*), coalesce(sum(price) filter (where hold is not null), 0), 0,
        count(*), 0, min(created_at), max(created_at), clock_timestamp(), md5(batch_name)::uuid
      from new_rows where batch_id is not null group by organization_id, batch_id, batch_name, status;
  end if;
  if has_labels then
    insert into execution_labels
      select organization_id, label_hash(key, value), status, created_at, id
      from new_rows, jsonb_each_text(labels) as label (key, value)
      where status not in ('CREATED', 'ACTIVE') and key not in ('service_batch_id', 'service_batch_name');
  end if;
  return null;
end $$;
create function count_changed_executions() returns trigger language plpgsql as $$
declare
  has_batch boolean;
  has_labels boolean;
  has_ended boolean;
  had_failed boolean;
begin
  select bool_or(batch_id is not null), bool_or(labels <> '{}'), bool_or(status in ('COMPLETED', 'IN_QA', 'FAILED'))
    into has_batch, has_labels, has_ended from new_rows;
  select bool_or(status = 'FAILED') into had_failed from old_rows;
  insert into execution_counts
    select organization_id, status, workflow_id, in_batch, sum(difference) from (
      select organization_id, status, workflow_id, in_batch, 1 as difference from new_rows
      union all
      select organization_id, status, workflow_id, in_batch, -1 from old_rows
    ) changes group by organization_id, status, workflow_id, in_batch having sum(difference) <> 0;
  if has_batch then
    insert into batch_counts
      select organization_id, batch_id, status, sum(difference), sum(held), sum(charged), sum(greatest(difference, 0)),
        sum(finished), null, null, clock_timestamp(), md5(batch_name)::uuid
      from (
        select organization_id, batch_id, batch_name, status, 1 as difference,
          case when hold is null then 0 else price end as held, coalesce(charged_credits, 0) as charged,
          (started_at is not null and finished_at is not distinct from now()::timestamptz(3))::integer as finished
        from new_rows where batch_id is not null
        union all
        select organization_id, batch_id, batch_name, status, -1,
          case when hold is null then 0 else -price end, -coalesce(charged_credits, 0), 0
        from old_rows where batch_id is not null
      ) changes group by organization_id, batch_id, batch_name, status
      having sum(difference) <> 0 or sum(held) <> 0 or sum(charged) <> 0;
  end if;
  if has_labels then
    delete from execution_labels l using old_rows o, new_rows n, jsonb_each_text(o.labels) as label (key, value)
    where n.id = o.id and n.status <> o.status and o.status not in ('CREATED', 'ACTIVE')
      and l.organization_id = o.organization_id and l.label = label_hash(key, value) and l.status = o.status
      and l.created_at = o.created_at and l.id = o.id;
    insert into execution_labels
      select n.organization_id, label_hash(key, value), n.status, n.created_at, n.id
      from new_rows n join old_rows o on o.id = n.id, jsonb_each_text(n.labels) as label (key, value)
      where n.status <> o.status and n.status not in ('CREATED', 'ACTIVE')
        and key not in ('service_batch_id', 'service_batch_name');
  end if;
  if has_ended then
    insert into usage_events
      select n.id, case when n.status = 'IN_QA' then 0 else 1 end, n.status = 'FAILED', n.finished_at,
        n.charged_credits, case when n.status = 'COMPLETED' then now() end,
        case when o.status = 'ACTIVE' then extract(epoch from n.started_at - n.queued_at) * 1000 end,
        case when o.status = 'ACTIVE' then extract(epoch from n.finished_at - n.started_at) * 1000 end,
        case when n.status <> 'COMPLETED' and (n.trace ->> 'attempt')::integer > n.uncounted_attempts
          then n.trace end
      from new_rows n join old_rows o on o.id = n.id
      where n.status <> o.status and n.status in ('COMPLETED', 'IN_QA', 'FAILED');
  end if;
  if had_failed then
    insert into usage_events
      select o.id, -1, true, o.finished_at, null, null, null, null,
        case when (o.trace ->> 'attempt')::integer > o.uncounted_attempts then o.trace end
      from old_rows o join new_rows n on n.id = o.id
      where o.status = 'FAILED' and n.status <> 'FAILED';
  end if;
  return null;
end $$;
create function count_erased_executions() returns trigger language plpgsql as $$
begin
  insert into execution_counts
    select organization_id, status, workflow_id, in_batch, -count(*)
    from old_rows group by organization_id, status, workflow_id, in_batch;
  insert into batch_counts
    select organization_id, batch_id, status, -count(*), 0, -coalesce(sum(charged_credits), 0), count(*), 0, null, null,
      clock_timestamp(), md5(batch_name)::uuid
    from old_rows where batch_id is not null group by organization_id, batch_id, batch_name, status;
  delete from execution_labels l using old_rows o
  where l.organization_id = o.organization_id and l.status = o.status and l.created_at = o.created_at and l.id = o.id
    and l.label in (select label_hash(key, value) from jsonb_each_text(o.labels) as label (key, value));
  -- An execution with an open hold cannot be deleted: the check of erased_executions refuses its status.
  insert into erased_executions (id, organization_id, status, price, holds, charged_credits, redos, finished_at)
    select id, organization_id, status, price, holds, charged_credits, redos, finished_at from old_rows;
  return null;
end $$;
create trigger executions_count_delete after delete on executions
  referencing old table as old_rows for each statement execute function count_erased_executions();
create trigger executions_count_insert after insert on executions
  referencing new table as new_rows for each statement execute function count_inserted_executions();
create trigger executions_count_update after update on executions
  referencing old table as old_rows new table as new_rows for each statement execute function count_changed_executions();

create table usage_events (
  execution_id uuid not null,
  ends smallint not null,
  failed boolean not null,
  finished_at timestamptz(3) not null,
  charged_credits integer,
  charged_at timestamptz(3),
  queue_ms double precision,
  processing_ms double precision,
  trace jsonb
) with (autovacuum_vacuum_threshold = 100, autovacuum_vacuum_scale_factor = 0);
comment on table usage_events is 'What executions add to the usage report, appended in the transaction that changes them. The workers add it to usage_sums every two seconds (postgres/usage/roll-up.ts).';
comment on column usage_events.ends is 'How the number of ended executions changes. 1: the execution is COMPLETED or FAILED now; -1: it was FAILED and is retried; 0: its result waits for review.';
comment on column usage_events.queue_ms is 'Set, with processing_ms, when a run ended: an approval or a rejection is not a run.';
comment on column usage_events.trace is 'The trace of the run. Null for a completed execution, whose row keeps the trace unchanged.';

create table usage_sums (
  organization_id uuid not null,
  dimension text not null check (dimension in ('total', 'workflow', 'key', 'user', 'batch', 'component')),
  span text not null check (span in ('quarter', 'hour', 'day')),
  at timestamptz not null,
  group_id text,
  executions bigint not null,
  failures bigint not null,
  credits bigint not null,
  work_ms double precision not null,
  queue_buckets smallint[] not null,
  queue_counts integer[] not null,
  processing_buckets smallint[] not null,
  processing_counts integer[] not null,
  check (dimension <> 'total' or group_id is null)
) with (autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0.01);
create index usage_sums_by_time on usage_sums (organization_id, dimension, span, at);
comment on table usage_sums is 'Usage of an organization, as a total and by workflow, key, user, batch and component. Each dimension has sums of quarters of an hour, because time zones differ from UTC by multiples of 15 minutes, and of the hours and days of UTC, so that a report reads few rows. Several rows may have the same organization, dimension, span, time and group: reports add them up.';
comment on column usage_sums.group_id is 'The workflow, key, user, batch or component; null for executions without one.';
comment on column usage_sums.queue_buckets is 'Buckets of a logarithmic histogram (domain/usage/time-histogram.ts); queue_counts has the number of runs in each.';

create table bulk_actions (
  id uuid primary key,
  organization_id uuid not null references organizations,
  verb text not null check (verb in ('retry', 'cancel', 'approve')),
  filter jsonb not null,
  made_by uuid not null references users,
  created_at timestamptz not null default now(),
  matched bigint not null,
  done bigint not null default 0,
  changed bigint not null default 0,
  last_created_at timestamptz(3),
  last_id uuid,
  stepped_at timestamptz not null default now(),
  finished_at timestamptz(3),
  check (changed <= done)
);
create index bulk_actions_open on bulk_actions (stepped_at) where finished_at is null;
create index bulk_actions_by_age on bulk_actions (finished_at);
comment on table bulk_actions is 'Bulk actions: one verb applied to all executions that match a filter. A worker takes them step by step; each step commits its changes to the executions together with its progress here, so every execution is acted upon once.';
comment on column bulk_actions.last_id is 'With last_created_at: the last execution done, in order of creation.';
comment on column bulk_actions.stepped_at is 'When the last step was taken. The open action that has waited longest gets the next step.';

create table throughput_samples (
  organization_id uuid not null,
  at timestamptz not null,
  finished bigint not null check (finished >= 0),
  total bigint not null,
  primary key (organization_id, at)
);
create index throughput_samples_by_time on throughput_samples (at);
comment on table throughput_samples is 'How many executions of an organization finished between two moments a few seconds apart, for the throughput of the last minutes. Written from execution_counts in the background.';
comment on column throughput_samples.total is 'The number of finished executions at that moment. The next sample counts those that finished after it.';

create table idempotency_keys (
  organization_id uuid not null references organizations,
  key text not null,
  fingerprint text not null,
  execution_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (organization_id, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);
comment on table idempotency_keys is 'Idempotency keys of creates, for 24 hours.';

create table feedback (
  execution_id uuid not null references executions,
  user_id uuid not null references users,
  thumbs_up boolean not null,
  expected_images text[] not null,
  created_at timestamptz(3) not null default now(),
  primary key (execution_id, user_id)
);
comment on table feedback is 'What people thought of a result.';

create table reusable_results (
  organization_id uuid not null references organizations,
  key text collate "C" not null,
  hash text collate "C" not null,
  outputs jsonb,
  confidence real,
  created_at timestamptz(3) not null default now(),
  primary key (organization_id, key),
  foreign key (organization_id, hash) references images (organization_id, hash)
);
create index reusable_results_by_age on reusable_results (created_at);
comment on column reusable_results.outputs is 'The further files of the execution, with their names and checksums; null: none.';
comment on table reusable_results is 'Results that can be used again for the same images, steps and code. Only for organizations that switched on reuse_results.';

-- ---------------------------------------------------------------------------------------------------------------------
-- Review

create table review_switching (
  organization_id uuid not null,
  workflow_id uuid not null,
  severity text not null default 'normal' check (severity in ('normal', 'tightened')),
  outcomes text[] not null default '{}',
  primary key (organization_id, workflow_id)
);
comment on table review_switching is 'The severity of acceptance sampling for each workflow. Whoever forms a lot or counts its outcome locks this row.';
comment on column review_switching.outcomes is 'The outcomes of the last lots since the severity was switched, oldest first.';

create table review_lots (
  id uuid primary key,
  organization_id uuid not null,
  workflow_id uuid not null,
  batch_id uuid,
  formed_at timestamptz(3) not null default now(),
  formed_because text not null check (formed_because in ('full', 'quiet', 'closed')),
  size integer not null check (size > 0),
  aql numeric not null,
  severity text not null check (severity in ('normal', 'tightened')),
  code_letter text not null,
  sample_size integer not null check (sample_size between 1 and size),
  acceptance integer not null check (acceptance >= 0),
  decided integer not null default 0,
  rejected integer not null default 0,
  outcome text check (outcome in ('accepted', 'refused')),
  decided_at timestamptz(3),
  settled_at timestamptz(3),
  check (rejected between 0 and decided and decided <= sample_size),
  check ((outcome is null) = (decided_at is null)),
  check (settled_at is null or outcome is not null)
);
create index review_lots_by_batch on review_lots (organization_id, batch_id, formed_at desc);
create index review_lots_open on review_lots (id) where settled_at is null;
comment on table review_lots is 'Lots of acceptance sampling: results of one workflow and batch whose sample decides about all of them.';
comment on column review_lots.decided is 'Decisions about the sample so far; `rejected` of them were rejections or redos.';
comment on column review_lots.settled_at is 'When the rest of the lot was approved, or entered the queue.';

create table review_items (
  execution_id uuid primary key,
  organization_id uuid not null,
  workflow_id uuid not null,
  workflow_version uuid not null,
  batch_id uuid,
  entered_at timestamptz(3) not null default now(),
  reason text not null check (reason in ('all', 'unsure', 'again', 'lot', 'sample', 'refused-lot')),
  queued_at timestamptz(3),
  lot_id uuid references review_lots,
  leased_by uuid,
  leased_until timestamptz(3),
  -- A result either waits for its lot or is in the queue.
  check ((queued_at is null) = (reason = 'lot')),
  check (reason in ('lot', 'sample', 'refused-lot') or lot_id is null),
  check (reason not in ('sample', 'refused-lot') or lot_id is not null),
  check ((leased_by is null) = (leased_until is null)),
  check (leased_by is null or queued_at is not null)
) with (autovacuum_vacuum_threshold = 200, autovacuum_vacuum_scale_factor = 0.02);
create index review_items_queued on review_items (organization_id, queued_at, execution_id)
  where queued_at is not null;
create index review_items_without_lot on review_items (organization_id, workflow_id, batch_id, entered_at, execution_id)
  where queued_at is null and lot_id is null;
create index review_items_of_lot on review_items (lot_id) where lot_id is not null;
comment on table review_items is 'One row for each execution that is IN_QA, from the statement that puts it there to the decision. Statements lock rows in this order: review_switching, review_lots, review_items, executions. A decision is the exception: it locks its lot last.';
comment on column review_items.reason is 'Why a person reviews the result. `lot`: it waits for its lot, and a person reviews it only in the sample or when the lot is refused.';
comment on column review_items.leased_until is 'Until this time only leased_by, owners and admins can decide about the result.';

create table review_waits (
  organization_id uuid primary key,
  since timestamptz(3),
  mailed_at timestamptz(3)
);
comment on table review_waits is 'The start of the current wait in the review queue of each organization: the event qa.waiting is sent once for each wait.';
comment on column review_waits.since is 'Null while the queue is empty.';
comment on column review_waits.mailed_at is 'When people were last told by mail. The mail about a wait is written once, and at least an hour after the previous mail.';

create table reviews (
  execution_id uuid not null,
  attempt integer not null,
  organization_id uuid not null,
  workflow_id uuid not null,
  workflow_version uuid not null,
  batch_id uuid,
  decision text not null check (decision in ('approve', 'reject', 'redo')),
  user_id uuid references users,
  lot_id uuid,
  sampled boolean not null default false,
  comment text,
  code text,
  markup jsonb,
  result_hash text not null,
  result_file_name text not null,
  settings jsonb not null,
  queued_at timestamptz(3),
  decided_at timestamptz(3) not null default now(),
  -- Each result of an execution is decided only once.
  primary key (execution_id, attempt),
  check (decision = 'reject' or (code is null and markup is null)),
  -- A decision without a user was made by the system, which only ever approves the rest of an accepted lot.
  check (user_id is not null or decision = 'approve')
);
create index reviews_by_time on reviews (organization_id, decided_at);
create trigger reviews_is_append_only before update or delete or truncate on reviews
  for each statement execute function refuse_change_unless_erasing();
comment on table reviews is 'Every decision about a result. Append-only.';
comment on column reviews.user_id is 'Null: the system approved the rest of an accepted lot.';
comment on column reviews.sampled is 'The result was in the sample of its lot, so the decision counts for the lot.';
comment on column reviews.settings is 'The settings of the attempt that was decided about.';

-- ---------------------------------------------------------------------------------------------------------------------
-- Webhooks

create table webhook_endpoints (
  id uuid primary key,
  organization_id uuid not null references organizations,
  url text not null,
  events text[] not null,
  paused boolean not null default false,
  failing_since timestamptz(3),
  disabled_at timestamptz(3),
  created_by uuid not null references users,
  created_at timestamptz(3) not null default now()
);
create index webhook_endpoints_by_organization on webhook_endpoints (organization_id, created_at desc, id desc);
-- An index entry has at most 2704 bytes and a URL up to 8192, so the index has a hash of the URL.
create unique index webhook_endpoints_one_for_each_url on webhook_endpoints (organization_id, md5(url));
comment on table webhook_endpoints is 'Receivers of an organization''s events, besides the URLs that single executions and batches name.';
comment on column webhook_endpoints.events is 'Event types, groups such as execution.*, or * for all.';
comment on column webhook_endpoints.paused is 'Messages are kept and sent when the endpoint is no longer paused.';
comment on column webhook_endpoints.failing_since is 'The first failed attempt since the last success; null while deliveries succeed.';
comment on column webhook_endpoints.disabled_at is 'The service disabled the endpoint because it failed for days: it gets no more messages.';

-- Messages and attempts have no foreign keys: each row is written by a statement that has just read or changed the row
-- that it belongs to, so that row exists.
create table webhook_messages (
  id uuid primary key default uuid_v7(),
  organization_id uuid not null,
  execution_id uuid,
  endpoint_id uuid,
  url text not null,
  destination text collate "C" not null generated always as
    (left(coalesce(lower(substring(url from '^[^:]*:[/\\]*(?:[^/\\?#]*@)?([^/\\?#]*)')), ''), 255)) stored,
  type text not null,
  created_at timestamptz(3) not null default now(),
  body json not null,
  attempts integer not null default 0,
  next_attempt_at timestamptz default now(),
  claimed_until timestamptz,
  outcome text check (outcome in ('delivered', 'gave_up', 'stopped', 'held')),
  traceparent text,
  -- A message either has an outcome or a time for its next attempt.
  check ((outcome is null) = (next_attempt_at is not null))
) with (fillfactor = 40, toast_tuple_target = 256, autovacuum_vacuum_threshold = 1000,
        autovacuum_vacuum_scale_factor = 0.02);
-- The body is stored apart from the row (TOAST): a message is updated twice, and each update would otherwise copy the
-- body. Because the rows are small, the new row version that a claim writes fits on the same page; as a claim changes
-- no indexed column, it then writes no index entry (HOT update).
alter table webhook_messages alter column body set storage external;
create index webhook_messages_due on webhook_messages (next_attempt_at) where outcome is null;
-- Deduplication is off, so that a claim can mark the index entries of delivered messages as dead, and later claims
-- skip them.
create index webhook_messages_by_destination on webhook_messages (organization_id, destination, next_attempt_at)
  with (deduplicate_items = off) where outcome is null;
create index webhook_messages_by_execution on webhook_messages (execution_id) where execution_id is not null;
create index webhook_messages_by_time on webhook_messages (organization_id, created_at desc, id desc);
create index webhook_messages_by_endpoint on webhook_messages (endpoint_id, created_at desc, id desc)
  where endpoint_id is not null;
create index webhook_messages_failed on webhook_messages (organization_id, created_at desc, id desc)
  where outcome in ('gave_up', 'stopped');
create index webhook_messages_held on webhook_messages (endpoint_id, id) where outcome = 'held';
comment on table webhook_messages is 'Messages to receivers: written in the transaction that makes the change, sent after it.';
comment on column webhook_messages.execution_id is 'The execution that the message is about; null for other events.';
comment on column webhook_messages.traceparent is 'The traceparent of the execution.';
comment on column webhook_messages.endpoint_id is 'The endpoint that the message is for; null for a URL that the execution or batch names. The endpoint may have been deleted since.';
comment on column webhook_messages.outcome is 'Null while the message waits for its next attempt. Held: its endpoint is paused. Stopped: the receiver answered 410, or the endpoint was disabled or deleted.';
comment on column webhook_messages.claimed_until is 'A sender has claimed the message until then. If it dies, others may claim the message after that.';
comment on column webhook_messages.body is 'The message exactly as it is sent, on every attempt. `json` keeps the order of the keys.';
comment on column webhook_messages.destination is 'Host and port: one slow or dead destination does not delay the others.';

create table webhook_attempts (
  message_id uuid not null,
  number integer not null,
  started_at timestamptz(3) not null,
  duration_ms integer not null,
  request_headers jsonb not null,
  status integer,
  error text,
  answer text,
  primary key (message_id, number)
);
comment on table webhook_attempts is 'Every attempt to deliver a message.';
comment on column webhook_attempts.answer is 'The beginning of the response body; null when there was no response.';

-- ---------------------------------------------------------------------------------------------------------------------
-- Mails to people

create table notices (
  id uuid primary key default uuid_v7(),
  user_id uuid not null references users,
  organization_id uuid not null references organizations,
  kind text not null,
  data jsonb not null,
  created_at timestamptz(3) not null default now(),
  attempts integer not null default 0,
  next_attempt_at timestamptz default now(),
  claimed_until timestamptz,
  sent_at timestamptz(3),
  error text
);
create index notices_due on notices (next_attempt_at) where next_attempt_at is not null;
create index notices_by_age on notices (created_at);
comment on table notices is 'Mails of the kinds that people chose: written in the transaction of the event, sent after it.';
comment on column notices.next_attempt_at is 'Null when the mail was sent, given up, or is no longer wanted.';
comment on column notices.error is 'Why the last attempt failed.';

create function wake_notice_senders() returns trigger language plpgsql as $$
begin
  if exists (select from new_rows) then
    perform pg_notify('darkroom_notices', '');
  end if;
  return null;
end $$;
create trigger notices_wake after insert on notices
  referencing new table as new_rows for each statement execute function wake_notice_senders();

-- ---------------------------------------------------------------------------------------------------------------------
-- Audit log

create table audit_log (
  organization_id uuid not null references organizations,
  id uuid not null default uuid_v7(),
  at timestamptz(3) not null default clock_timestamp(),
  user_id uuid references users,
  action text not null,
  subject text not null,
  detail jsonb not null default '{}',
  primary key (organization_id, id)
);
create index audit_log_by_time on audit_log (organization_id, at desc, id desc);
create trigger audit_log_is_append_only before update or delete or truncate on audit_log
  for each statement execute function refuse_change_unless_erasing();
comment on table audit_log is 'Who did what, written by the statement that does it. Append-only, except for retention and for the addresses of an erased person.';

-- New API keys, grants, withdrawals and workflow versions name their author, so triggers can write their audit entries
-- and no statement can forget one.
create function audit_new_key() returns trigger language plpgsql as $$
begin
  insert into audit_log (organization_id, user_id, action, subject, detail)
  values (new.organization_id, new.user_id, 'key.create', new.id, jsonb_build_object('name', new.name, 'role', new.role));
  return null;
end $$;
create trigger api_keys_audit after insert on api_keys for each row execute function audit_new_key();

create function audit_credits() returns trigger language plpgsql as $$
begin
  insert into audit_log (organization_id, user_id, action, subject, detail)
  values (new.organization_id, new.user_id, 'credits.' || new.kind, new.id,
    jsonb_build_object('amount', new.amount, 'note', new.note));
  return null;
end $$;
create trigger ledger_audit after insert on ledger
  for each row when (new.kind in ('grant', 'withdrawal')) execute function audit_credits();

create function audit_workflow_version() returns trigger language plpgsql as $$
begin
  insert into audit_log (organization_id, user_id, action, subject, detail)
  values (new.organization_id, new.author_id, 'workflow.save', new.workflow_id,
    jsonb_build_object('name', new.name, 'version', new.id));
  return null;
end $$;
create trigger workflow_versions_audit after insert on workflow_versions
  for each row execute function audit_workflow_version();

-- ---------------------------------------------------------------------------------------------------------------------
-- Deletion on request

create table erasures (
  id uuid primary key,
  kind text not null check (kind in ('image', 'execution', 'batch', 'organization', 'person')),
  organization_id uuid,
  subject text not null,
  made_by uuid,
  made_at timestamptz(3) not null default now(),
  finished_at timestamptz(3),
  check (organization_id is not null or kind = 'person')
);
create index erasures_open on erasures (made_at) where finished_at is null;
comment on table erasures is 'What was deleted on request. The store has a copy of each row, so that the same data is deleted again after an older database was restored.';
comment on column erasures.subject is 'The id of what was deleted; for an image, its hash.';
comment on column erasures.finished_at is 'Null while workers are still deleting.';

-- ---------------------------------------------------------------------------------------------------------------------
-- Links are voided when the rights behind them change

-- Voids the open links that depend on this person's rights: the links that the person made, in this organization or in
-- all (organization is null), and the reset links for the person.
create function void_links(person uuid, organization uuid) returns void language sql as $$
  with voided as (
    update invitations set revoked_at = now()
    where invited_by = person and (organization is null or organization_id = organization)
      and accepted_at is null and revoked_at is null and expires_at > now()
    returning *
  )
  insert into audit_log (organization_id, action, subject, detail)
  select organization_id, 'invitation.void', email,
    jsonb_build_object('role', role, 'rightsChangedOf', (select email from users where id = person))
  from voided;

  with voided as (
    update password_resets set used_at = now()
    where (user_id = person or made_by = person and (organization is null or organization_id = organization))
      and used_at is null and expires_at > now()
    returning *
  )
  insert into audit_log (organization_id, action, subject, detail)
  select organization_id, 'password-reset.void', user_id,
    jsonb_build_object('email', (select email from users where id = voided.user_id),
      'rightsChangedOf', (select email from users where id = person))
  from voided;
$$;

-- Triggers void the links, so that no statement can forget it. They run after the statement: a link that the statement
-- itself accepts is no longer open by then, so it is not voided.
create function void_links_of_member() returns trigger language plpgsql as $$
begin
  perform void_links(coalesce(new.user_id, old.user_id), coalesce(new.organization_id, old.organization_id));
  return null;
end $$;
create trigger memberships_void_links after insert or delete on memberships
  for each row execute function void_links_of_member();
create trigger memberships_role_voids_links after update on memberships
  for each row when (old.role is distinct from new.role) execute function void_links_of_member();

create function void_links_of_administrator() returns trigger language plpgsql as $$
begin
  perform void_links(new.id, null);
  return null;
end $$;
create trigger users_void_links after update on users
  for each row when (old.platform_administrator is distinct from new.platform_administrator)
  execute function void_links_of_administrator();
