import { PASSWORD_BY_ACCOUNT, PASSWORD_BY_ADDRESS } from '../domain/attempt-policies.ts';
import { Refusal } from '../domain/errors.ts';
import type { Account, AttemptPolicy, Attempts, Users } from '../ports/people.ts';
import { hashPassword } from './hash-password.ts';
import { verifyPassword } from './verify-password.ts';

type Ports = { users: Users; attempts: Attempts };

/** The account whose e-mail and password these are. What was wrong is told neither by the answer nor by its time. */
export const checkPassword = async (
  { users, attempts }: Ports,
  email: string,
  password: string,
  address: string,
): Promise<Account & { passwordHash: string }> => {
  const account = await users.findByEmail(email, address);
  const byAddress = await beginAttempt(attempts, `password address ${address}`, PASSWORD_BY_ADDRESS);
  // Others' failures hold up the account, but not where its owner has signed in from before: nobody is locked out.
  const subject = `password account ${email.toLowerCase()}${account?.knownAddress ? ` at ${address}` : ''}`;
  await beginAttempt(attempts, subject, PASSWORD_BY_ACCOUNT);
  const { right, weak } = await verifyPassword(account?.passwordHash, password);
  const before = account?.passwordHash;
  if (!account || !before || !right) throw wrongPassword();
  await attempts.forgive(subject, 'all');
  // Only this one: someone with an account of their own must not clear the guesses at another's.
  await attempts.forgive(`password address ${address}`, byAddress);
  if (!weak) return { ...account, passwordHash: before };
  const passwordHash = await hashPassword(password);
  await users.rehash(account.id, before, passwordHash);
  return { ...account, passwordHash };
};

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
