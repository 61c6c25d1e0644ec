-- When a provider, or the settings of the first start, vouched for the address of an account. A password that was set
-- before that moment may be a stranger's.
alter table users add column address_proven_at timestamptz(3);
update users set address_proven_at = (select min(created_at) from identities where user_id = users.id);
update users set address_proven_at = created_at
  where address_proven_at is null
    and id = (select id from users where platform_administrator order by created_at, id limit 1);

-- A reset link counts in the organization that it was made in. Links without one end: they would hold for a day at most.
delete from password_resets;
alter table password_resets add column organization_id uuid not null references organizations;
create index password_resets_open_by_maker on password_resets (made_by) where used_at is null;
create index invitations_open_by_maker on invitations (invited_by) where accepted_at is null and revoked_at is null;

-- Voids the open links that depend on this person's rights: those that the person made, in one organization or (null) in
-- all, and the reset links for the person.
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

-- By triggers, so that no statement can forget it. A link that the same statement accepts is no longer open by then.
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
