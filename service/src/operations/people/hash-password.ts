import { argon2, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { normalizePassword } from '../../domain/people/password-rule.ts';

// OWASP's first choice for argon2id: 19 MiB, two passes, parallelism 1.
export const PASSWORD_COST = { memory: 19_456, passes: 2, parallelism: 1 };
const SALT_BYTES = 16;
const TAG_BYTES = 32;

const derive = promisify(argon2);

/** Hashes a password to a PHC string. The string names the parameters, so that they can be raised later. */
export const hashPassword = async (password: string): Promise<string> => {
  const salt = randomBytes(SALT_BYTES);
  const tag = await derive('argon2id', {
    message: normalizePassword(password),
    nonce: salt,
    tagLength: TAG_BYTES,
    ...PASSWORD_COST,
  });
  const { memory, passes, parallelism } = PASSWORD_COST;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(tag)}`;
};

const unpadded = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');
