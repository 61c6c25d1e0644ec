import { argon2, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { normalizePassword } from '../../domain/people/password-rule.ts';
import { hashPassword, PASSWORD_COST } from './hash-password.ts';

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

const derive = promisify(argon2);

/** The result of a check. `outdated`: the hash should be replaced by one with the current parameters. */
export type PasswordCheck = { right: boolean; outdated: boolean };

/** Verifies a password. Without a hash it does the same work, so that the timing does not reveal a missing account. */
export const verifyPassword = async (
  hash: string | null | undefined,
  password: string,
): Promise<PasswordCheck> => {
  const match = PHC.exec(hash ?? (await dummyHash()));
  if (!match) throw new Error('A stored password hash is not an argon2id string.');
  const [memory, passes, parallelism] = match.slice(1, 4).map(Number) as [number, number, number];
  const [nonce, expected] = match.slice(4).map((part) => Buffer.from(part, 'base64')) as [Buffer, Buffer];
  const options = { nonce, tagLength: expected.length, memory, passes, parallelism };
  const matches = async (message: string): Promise<boolean> =>
    timingSafeEqual(await derive('argon2id', { ...options, message }), expected);
  const normalized = normalizePassword(password);
  const same = await matches(normalized);
  // Earlier versions hashed a password as it was typed.
  const sameAsTyped = !same && normalized !== password && (await matches(password));
  const weak =
    memory < PASSWORD_COST.memory || passes < PASSWORD_COST.passes || parallelism < PASSWORD_COST.parallelism;
  return { right: (same || sameAsTyped) && typeof hash === 'string', outdated: weak || sameAsTyped };
};

let dummy: Promise<string> | undefined;
const dummyHash = (): Promise<string> => {
  dummy ??= hashPassword('nobody has this password');
  return dummy;
};
