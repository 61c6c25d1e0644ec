import { type Action, may, RIGHTS, ROLES, type Role } from './rights.ts';

/** The strongest role that has only rights that both roles have: operator and reviewer have only reading in common. */
export const weakerRole = (one: Role, other: Role): Role => {
  const noStronger = ROLES.slice(Math.max(ROLES.indexOf(one), ROLES.indexOf(other)));
  const actions = Object.keys(RIGHTS) as Action[];
  const within = (role: Role, bound: Role) =>
    actions.every((action) => !may(role, action) || may(bound, action));
  return noStronger.find((role) => within(role, one) && within(role, other)) ?? 'viewer';
};
