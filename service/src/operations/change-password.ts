import { Refusal } from '../domain/errors.ts';
import type { SessionId, UserId } from '../domain/ids.ts';
import { type CheckingPorts, checkPassword } from './check-password.ts';
import { hashNewPassword } from './password-turns.ts';

type Wish = { currentPassword: string; newPassword: string; revokeApiKeys?: boolean };

/** Ends everything else that could act for this person: other sessions, connected programs and, if wished, API keys. */
export const changePassword = async (
  ports: CheckingPorts,
  caller: { userId: UserId; session: SessionId; address: string },
  { currentPassword, newPassword, revokeApiKeys = false }: Wish,
): Promise<void> => {
  const account = await ports.users.find(caller.userId);
  await checkPassword(ports, account!.email, currentPassword, caller.address).catch((error) => {
    // The session is valid; 401 would send the console to its sign-in page.
    if (error instanceof Refusal && error.code === 'unauthorized')
      throw new Refusal('forbidden', 'The current password is wrong.');
    throw error;
  });
  const given = { field: 'newPassword', password: newPassword };
  const hash = await hashNewPassword(ports.passwordTurns, caller.address, given);
  await ports.users.changePassword(caller.userId, hash, { keep: caller.session, revokeApiKeys });
};
