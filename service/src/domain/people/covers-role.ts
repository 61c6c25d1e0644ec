import { Refusal } from '../errors.ts';
import { type Action, may, RIGHTS, type Role } from './rights.ts';

/**
 * True when a member with the role `own` may give or take the role `other`: `other` has no right that `own`
 * lacks.
 */
export const coversRole = (own: Role, other: Role): boolean =>
  (other !== 'owner' || own === 'owner') &&
  (Object.keys(RIGHTS) as Action[]).every((action) => !may(other, action) || may(own, action));

/** Refuses to give or take a role with more rights than one's own. */
export const checkCoversRole = (own: Role, other: Role): void => {
  if (!coversRole(own, other))
    throw new Refusal(
      'forbidden',
      `The role ${own} may neither give nor take the role ${other}. Ask an owner of the organization.`,
    );
};
