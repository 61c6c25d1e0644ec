import { Refusal } from '../../domain/errors.ts';
import { PASSWORD_BY_ACCOUNT, PASSWORD_BY_ADDRESS } from '../../domain/people/sign-in-limits.ts';
import type { Account, SignInAttemptPolicy, SignInAttempts, Users } from '../../ports/people/people.ts';
import type { PasswordTurns } from './password-turns.ts';

export type CheckingPorts = { users: Users; attempts: SignInAttempts; passwordTurns: PasswordTurns };

/** Finds the account for an e-mail address and password. Neither the error nor its timing reveals which was wrong. */
export const checkPassword = (
  { users, attempts, passwordTurns }: CheckingPorts,
  email: string,
  password: string,
  address: string,
): Promise<Account & { passwordHash: string }> =>
  // Count the attempt only when the call gets its turn, so that a refused call uses up no attempt.
  passwordTurns(address, async ({ hash, verify }) => {
    const account = await users.findByEmail(email, address);
    const byAddress = await beginSignInAttempt(attempts, `password address ${address}`, PASSWORD_BY_ADDRESS);
    // Wrong passwords delay further sign-ins to the account. Addresses from which the owner has signed in
    // before have counts of their own, so that an attacker elsewhere cannot lock the owner out.
    const subject = `password account ${email.toLowerCase()}${account?.knownAddress ? ` at ${address}` : ''}`;
    await beginSignInAttempt(attempts, subject, PASSWORD_BY_ACCOUNT);
    const { right, outdated } = await verify(account?.passwordHash, password);
    const before = account?.passwordHash;
    if (!account || !before || !right) throw wrongPassword();
    await attempts.forgive(subject, 'all');
    // Take back only this attempt of the address: otherwise an attacker could sign in to their own account to
    // clear the count of their guesses at other accounts.
    await attempts.forgive(`password address ${address}`, byAddress);
    if (!outdated) return { ...account, passwordHash: before };
    const passwordHash = await hash(password);
    await users.rehash(account.id, before, passwordHash);
    return { ...account, passwordHash };
  });

export const wrongPassword = () =>
  new Refusal('unauthorized', 'The e-mail address or the password is wrong. Check both and try again.');

/**
 * Counts a sign-in attempt, or refuses it when there were too many. Returns the time of the attempt, which
 * `forgive` needs.
 */
export const beginSignInAttempt = async (
  attempts: SignInAttempts,
  subject: string,
  policy: SignInAttemptPolicy,
): Promise<string> => {
  const begun = await attempts.begin(subject, policy);
  if (begun.allowed) return begun.at;
  const { retryAfterSeconds } = begun;
  throw new Refusal('rate_limited', `Too many attempts. Try again in ${retryAfterSeconds} seconds.`, {
    retryAfterSeconds,
  });
};
