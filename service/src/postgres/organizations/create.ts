import { randomBytes } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import { notFound } from '../../domain/errors.ts';
import type { Organization, Organizations } from '../../ports/organizations.ts';
import { type Run, statement } from '../database.ts';

// An organization never exists without its account, its secret and its owner.
const CREATE = statement<Organization>(`
  with owner as (
    select id, email, name from users where id = $5
  ), organization as (
    insert into organizations (id, version, name, webhook_secret) select $1, $2, $3, $4 from owner
    returning id, version, name
  ), account as (
    insert into accounts (organization_id) select id from organization
  ), membership as (
    insert into memberships (organization_id, user_id, role)
    select organization.id, owner.id, 'owner' from organization, owner returning role
  )
  select organization.id, organization.version, organization.name, json_build_array(json_build_object(
    'userId', owner.id, 'email', owner.email, 'name', owner.name, 'role', membership.role)) as members
  from organization, owner, membership`);

export const create =
  (run: Run): Organizations['create'] =>
  async (name, owner) => {
    const [organization] = await run(CREATE, [uuidv7(), uuidv7(), name, newWebhookSecret(), owner]);
    if (!organization) throw notFound('The user who is to own the organization');
    return organization;
  };

const newWebhookSecret = () => `whsec_${randomBytes(32).toString('base64')}`;
