import { Refusal } from '../../domain/errors.ts';
import type { SessionId, UserId } from '../../domain/ids.ts';
import { type CheckingPorts, checkPassword } from './check-password.ts';
import { hashNewPassword } from './password-turns.ts';

type PasswordChange = { currentPassword: string; newPassword: string; revokeApiKeys?: boolean };

/** Changes the password, and ends the user's other sessions, connected apps and, if asked to, API keys. */
export const changePassword = async (
  ports: CheckingPorts,
  caller: { userId: UserId; session: SessionId; address: string },
  { currentPassword, newPassword, revokeApiKeys = false }: PasswordChange,
): Promise<void> => {
  const { userId, session, address } = caller;
  const account = await ports.users.find(userId);
  const checked = await checkPassword(ports, account!.email, currentPassword, address).catch((error) => {
    // The session itself is valid, so do not respond with 401: the console would show its sign-in page.
    if (error instanceof Refusal && error.code === 'unauthorized') throw wrongCurrentPassword();
    throw error;
  });
  const given = { field: 'newPassword', password: newPassword };
  const after = await hashNewPassword(ports.passwordTurns, address, given);
  const keep = { keep: session, revokeApiKeys };
  if (!(await ports.users.changePassword(userId, checked.passwordHash, after, keep)))
    throw wrongCurrentPassword();
};

const wrongCurrentPassword = () =>
  new Refusal('forbidden', 'The current password is wrong. Check it and try again.');
