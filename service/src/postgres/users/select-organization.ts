import type { Users } from '../../ports/people.ts';
import { type Run, statement } from '../database.ts';

const SELECT_ORGANIZATION = statement<{ selected: true }>(`
  update users set selected_organization_id = organization.id
  from organizations organization
  where users.id = $1 and organization.id = $2 and (users.platform_administrator
    or exists (select from memberships where user_id = users.id and organization_id = organization.id))
  returning true as selected`);

export const selectOrganization =
  (run: Run): Users['selectOrganization'] =>
  async (id, organizationId) =>
    (await run(SELECT_ORGANIZATION, [id, organizationId])).length > 0;
