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
  const account = await ports.users.find(caller.userId);
  await checkPassword(ports, account!.email, currentPassword, caller.address).catch((error) => {
    // The session is valid; 401 would send the console to its sign-in page.
    if (error instanceof Refusal && error.code === 'unauthorized')
      throw new Refusal('forbidden', 'The current password is wrong.');
    throw error;
  });
  await ports.users.changePassword(caller.userId, await hashPassword(newPassword), caller.session);
};
