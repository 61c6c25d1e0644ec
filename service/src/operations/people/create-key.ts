import { randomBytes } from 'node:crypto';
import { malformed, Refusal } from '../../domain/errors.ts';
import type { OrganizationId, UserId } from '../../domain/ids.ts';
import { checkCoversRole } from '../../domain/people/covers-role.ts';
import type { Role } from '../../domain/people/rights.ts';
import { secretHash } from '../../domain/people/secret-hash.ts';
import type { ApiKey, ApiKeys } from '../../ports/people/organizations.ts';

const SECRET_BYTES = 32;

type Maker = { organizationId: OrganizationId; userId: UserId; role: Role; credentialId: string };
type NewKey = { name: string; role: Role; expiresAt: Date | null };

/** Creates an API key. Returns its secret, which is never shown again. */
export const createKey = async (
  apiKeys: ApiKeys,
  maker: Maker,
  { name, role, expiresAt }: NewKey,
  now: Date,
): Promise<{ key: ApiKey; secret: string }> => {
  checkCoversRole(maker.role, role);
  // Every comparison with an invalid date is false, so this form with `!` refuses it as well.
  if (expiresAt && !(expiresAt > now)) throw malformed('The field expiresAt must be in the future.');
  const secret = `dk_${randomBytes(SECRET_BYTES).toString('base64url')}`;
  const { organizationId, userId, credentialId } = maker;
  const wanted = { organizationId, userId, name, role, expiresAt, secretHash: secretHash(secret) };
  const key = await apiKeys.create(wanted, credentialId);
  if (!key) throw new Refusal('unauthorized', 'Your sign-in has just ended. Sign in again.');
  return { key, secret };
};
