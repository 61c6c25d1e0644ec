import { Refusal } from '../../domain/errors.ts';
import { PASSWORD_BY_ACCOUNT, PASSWORD_BY_ADDRESS } from '../../domain/people/attempt-policies.ts';
import type { Account, AttemptPolicy, Attempts, Users } from '../../ports/people.ts';
import type { PasswordTurns } from './password-turns.ts';

export type CheckingPorts = { users: Users; attempts: Attempts; passwordTurns: PasswordTurns };

/** The account whose e-mail and password these are. What was wrong is told neither by the answer nor by its time. */
export const checkPassword = (
  { users, attempts, passwordTurns }: CheckingPorts,
  email: string,
  password: string,
  address: string,
): Promise<Account & { passwordHash: string }> =>
  // The attempts are counted inside the turn: a call that is refused a turn has not used up an attempt.
  passwordTurns(address, async ({ hash, verify }) => {
    const account = await users.findByEmail(email, address);
    const byAddress = await beginAttempt(attempts, `password address ${address}`, PASSWORD_BY_ADDRESS);
    // Others' failures hold up the account, but not where its owner has signed in from before: nobody is locked out.
    const subject = `password account ${email.toLowerCase()}${account?.knownAddress ? ` at ${address}` : ''}`;
    await beginAttempt(attempts, subject, PASSWORD_BY_ACCOUNT);
    const { right, outdated } = await verify(account?.passwordHash, password);
    const before = account?.passwordHash;
    if (!account || !before || !right) throw wrongPassword();
    await attempts.forgive(subject, 'all');
    // Only this one: someone with an account of their own must not clear the guesses at another's.
    await attempts.forgive(`password address ${address}`, byAddress);
    if (!outdated) return { ...account, passwordHash: before };
    const passwordHash = await hash(password);
    await users.rehash(account.id, before, passwordHash);
    return { ...account, passwordHash };
  });

export const wrongPassword = () => new Refusal('unauthorized', 'The e-mail or the password is wrong.');

/** The moment under which the attempt was counted. */
export const beginAttempt = async (
  attempts: Attempts,
  subject: string,
  policy: AttemptPolicy,
): Promise<string> => {
  const begun = await attempts.begin(subject, policy);
  if (begun.allowed) return begun.at;
  const { retryAfterSeconds } = begun;
  throw new Refusal('rate_limited', `Too many attempts. Try again in ${retryAfterSeconds} seconds.`, {
    retryAfterSeconds,
  });
};
