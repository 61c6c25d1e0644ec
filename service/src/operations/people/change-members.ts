import { notFound, Refusal } from '../../domain/errors.ts';
import type { OrganizationId, UserId } from '../../domain/ids.ts';
import { checkCoversRole } from '../../domain/people/covers-role.ts';
import { may, type Role } from '../../domain/people/rights.ts';
import type { LockedMembers, Members } from '../../ports/people/people.ts';

type By = { organizationId: OrganizationId; userId: UserId; role: Role; signedIn: boolean };

export const changeRole = (members: Members, by: By, userId: UserId, role: Role): Promise<void> =>
  members.locked(by.organizationId, async (locked) => {
    const before = await roleOf(locked, userId);
    for (const one of [before, role]) checkCoversRole(by.role, one);
    if (before === role) return;
    if (before === 'owner') await checkNotLastOwner(locked);
    await locked.setRole(userId, role, by.userId);
  });

/**
 * Removes a member. Members of every role may leave, but only from the console: an API key or a connected app
 * cannot remove its own user.
 */
export const removeMember = (members: Members, by: By, userId: UserId): Promise<void> =>
  members.locked(by.organizationId, async (locked) => {
    const role = await roleOf(locked, userId);
    if (userId === by.userId) checkSignedIn(by);
    else checkMayRemove(by, role);
    if (role === 'owner') await checkNotLastOwner(locked);
    await locked.remove(userId, by.userId);
  });

const roleOf = async (locked: LockedMembers, userId: UserId): Promise<Role> => {
  const role = await locked.roleOf(userId);
  if (!role) throw notFound('The member');
  return role;
};

const checkSignedIn = ({ signedIn }: By): void => {
  if (!signedIn)
    throw new Refusal(
      'forbidden',
      'An API key or a connected app cannot leave the organization for you. Sign in to the console and leave there.',
    );
};

const checkMayRemove = (by: By, role: Role): void => {
  if (!may(by.role, 'member.manage'))
    throw new Refusal(
      'forbidden',
      `With the role ${by.role} you can remove only yourself. Ask an owner or admin.`,
    );
  checkCoversRole(by.role, role);
};

const checkNotLastOwner = async (locked: LockedMembers): Promise<void> => {
  if ((await locked.owners()) < 2)
    throw new Refusal('conflict', 'An organization needs an owner. Make someone else an owner first.');
};
