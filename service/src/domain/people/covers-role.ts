import { type Action, may, RIGHTS, type Role } from './rights.ts';

/** Nobody gives away, takes or touches more than they have, and only an owner makes an owner. */
export const coversRole = (own: Role, other: Role): boolean =>
  (other !== 'owner' || own === 'owner') &&
  (Object.keys(RIGHTS) as Action[]).every((action) => !may(other, action) || may(own, action));
