import type { OrganizationOfUser, Users } from '../../ports/people.ts';
import { type Run, statement } from '../database.ts';

const ORGANIZATIONS = statement<OrganizationOfUser>(`
  select organization.id, organization.name, membership.role
  from memberships membership join organizations organization on organization.id = membership.organization_id
  where membership.user_id = $1
  order by lower(organization.name), organization.id`);

export const organizations =
  (run: Run): Users['organizations'] =>
  (id) =>
    run(ORGANIZATIONS, [id]);
