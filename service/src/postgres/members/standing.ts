import type { Role } from '../../domain/rights.ts';
import type { Members } from '../../ports/people.ts';
import { type Run, statement } from '../database.ts';

type Standing = { email: string; role: Role; platformAdministrator: boolean; organizations: number };

const STANDING = statement<Standing>(`
  select account.email, membership.role, account.platform_administrator as "platformAdministrator",
    (select count(*) from memberships where user_id = account.id) as organizations
  from memberships membership join users account on account.id = membership.user_id
  where membership.organization_id = $1 and membership.user_id = $2`);

export const standing =
  (run: Run): Members['standing'] =>
  async (organizationId, userId) =>
    (await run(STANDING, [organizationId, userId]))[0];
