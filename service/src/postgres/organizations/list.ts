import type { Organization, Organizations } from '../../ports/organizations.ts';
import { type Run, statement } from '../database.ts';
import { type Listed, pageOf } from '../page-of.ts';

export const MEMBERS = `(
  select coalesce(json_agg(json_build_object(
    'userId', member.id, 'email', member.email, 'name', member.name, 'role', membership.role)
    order by membership.role, lower(member.email)), '[]'::json)
  from memberships membership join users member on member.id = membership.user_id
  where membership.organization_id = organization.id) as members`;

const LIST = statement<Listed<Organization>>(`
  with seen as (select * from organizations where $1::uuid[] is null or id = any ($1))
  select counted.total, page.id, page.version, page.name, page.members
  from (select count(*) as total from seen) counted
  left join (
    select id, version, name, created_at, ${MEMBERS}
    from seen organization order by created_at desc, id desc limit $2 offset $3
  ) page on true
  order by page.created_at desc, page.id desc`);

export const list =
  (run: Run): Organizations['list'] =>
  async (only, { limit, offset }) =>
    pageOf<Organization>(await run(LIST, [only ?? null, limit, offset]));
