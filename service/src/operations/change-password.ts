import { Refusal } from '../domain/errors.ts';
import type { SessionId, UserId } from '../domain/ids.ts';
import type { Attempts, Users } from '../ports/people.ts';
import { checkPassword } from './check-password.ts';
import { hashPassword } from './hash-password.ts';

type Ports = { users: Users; attempts: Attempts };
type Wish = { currentPassword: string; newPassword: string };

/** Ends everything else that could act for this person: other sessions and connected programs. */
export const changePassword = async (
  ports: Ports,
  caller: { userId: UserId; session: SessionId; address: string },
  { currentPassword, newPassword }: Wish,
): Promise<void> => {
  const { userId, session, address } = caller;
  const account = await ports.users.find(userId);
  const checked = await checkPassword(ports, account!.email, currentPassword, address).catch((error) => {
    // The session is valid; 401 would send the console to its sign-in page.
    if (error instanceof Refusal && error.code === 'unauthorized') throw wrongCurrentPassword();
    throw error;
  });
  const after = await hashPassword(newPassword);
  if (!(await ports.users.changePassword(userId, checked.passwordHash, after, session)))
    throw wrongCurrentPassword();
};

const wrongCurrentPassword = () => new Refusal('forbidden', 'The current password is wrong.');
