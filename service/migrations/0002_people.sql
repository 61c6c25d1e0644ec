-- People and programs that sign in. Secrets are stored as hashes; times are the database's.

alter table users add column selected_organization_id uuid references organizations;

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

-- Who a person is to an external provider.
create table identities (
  issuer text not null,
  subject text not null,
  user_id uuid not null references users,
  created_at timestamptz(3) not null default now(),
  primary key (issuer, subject)
);
create index identities_by_user on identities (user_id);

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
-- One open invitation for each address: a new one replaces it.
create unique index invitations_one_open on invitations (organization_id, lower(email))
  where accepted_at is null and revoked_at is null;

create table password_resets (
  token_hash bytea primary key,
  user_id uuid not null references users,
  made_by uuid not null references users,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  used_at timestamptz(3)
);
create index password_resets_by_user on password_resets (user_id);

-- Wrong passwords and wrong codes, by account and by address: when the latest were.
create table attempts (
  subject text primary key,
  recent timestamptz[] not null,
  latest_at timestamptz not null default now()
);
create index attempts_by_age on attempts (latest_at);

create table oauth_clients (
  id text primary key,
  name text not null,
  rotate_refresh_tokens boolean not null default false,
  built_in boolean not null default false,
  created_at timestamptz(3) not null default now(),
  removed_at timestamptz(3)
);

-- What a program may do for a person in one organization, from the confirmation until it is revoked.
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

create table refresh_tokens (
  token_hash bytea primary key,
  grant_id uuid not null references grants on delete cascade,
  expires_at timestamptz(3) not null,
  -- Set when a client that rotates has traded it for a new one. Seen again, it was stolen.
  used_at timestamptz(3)
);
create index refresh_tokens_by_grant on refresh_tokens (grant_id);

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
  check (decision is distinct from 'approved' or (user_id is not null and organization_id is not null)),
  check (redeemed_at is null or decision = 'approved')
);
create index device_codes_by_age on device_codes (expires_at);
create index device_codes_by_user on device_codes (user_id);

-- The newest key signs. One that was replaced still verifies until it retires.
create table signing_keys (
  id text primary key,
  private_jwk jsonb not null,
  created_at timestamptz not null default clock_timestamp(),
  retires_at timestamptz
);

-- Whatever takes rights away or gives them is told to every process, with the user whose rights they are.
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

-- Who did what. Written by the statement that does it.
create table audit_log (
  organization_id uuid not null references organizations,
  id uuid not null default gen_random_uuid(),
  at timestamptz(3) not null default clock_timestamp(),
  user_id uuid references users,
  action text not null,
  subject text not null,
  detail jsonb not null default '{}',
  primary key (organization_id, id)
);
create index audit_log_by_time on audit_log (organization_id, at desc, id desc);
create trigger audit_log_is_append_only before update or delete or truncate on audit_log
  for each statement execute function refuse_change();

-- These rows carry their author, so that no statement can forget the entry.
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

insert into oauth_clients (id, name, built_in) values ('darkroom-cli', 'Darkroom command line', true);
