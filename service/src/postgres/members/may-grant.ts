import { coversRole } from '../../domain/covers-role.ts';
import { type Action, may, ROLES } from '../../domain/rights.ts';

/** The table of rights in the words of a statement. */

/** SQL condition: this user is a platform administrator now. */
export const administers = (user: string): string =>
  `exists (select from users administrator where administrator.id = ${user} and administrator.platform_administrator)`;

/** SQL condition: this user is a member now, may do this there, and has every right that `role` has. */
export const memberMay = (action: Action, user: string, organization: string, role: string): string => {
  const pairs = ROLES.filter((own) => may(own, action)).flatMap((own) =>
    ROLES.filter((other) => coversRole(own, other)).map((other) => `('${own}', '${other}')`),
  );
  return `exists (
      select from memberships granting
      where granting.user_id = ${user} and granting.organization_id = ${organization}
        and (granting.role, ${role}) in (${pairs.join(', ')}))`;
};
