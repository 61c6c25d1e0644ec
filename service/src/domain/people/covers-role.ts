import { type Action, may, RIGHTS, type Role } from './rights.ts';

/** True when a member with the role `own` may give or take the role `other`: it has no right that `own` lacks. */
export const coversRole = (own: Role, other: Role): boolean =>
  (other !== 'owner' || own === 'owner') &&
  (Object.keys(RIGHTS) as Action[]).every((action) => !may(other, action) || may(own, action));
