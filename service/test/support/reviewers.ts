import { randomBytes } from 'node:crypto';
import type { OrganizationId, UserId } from '../../src/domain/ids.ts';
import type { Role } from '../../src/domain/people/rights.ts';
import { secretHash } from '../../src/domain/people/secret-hash.ts';
import { apiKeysIn } from '../../src/postgres/people/api-keys.ts';
import { type Call, callAs } from './call.ts';
import { addMember } from './organization.ts';
import type { Service } from './service.ts';

/** The settings of the service that all tests of review share: few redos, and a batch counts as quiet at once. */
export const REVIEW_SETTINGS = { DARKROOM_MAX_REDOS: '2', DARKROOM_REVIEW_QUIET_MS: '0' };

/** Adds a member with a key of their own: all keys of a tenant belong to one person. */
export const addPerson = async (
  { database: { database }, base }: Service,
  tenant: { id: string },
  role: Role,
): Promise<Call & { userId: UserId }> => {
  const organizationId = tenant.id as OrganizationId;
  const userId = await addMember(database, organizationId, role);
  const key = randomBytes(24).toString('hex');
  await apiKeysIn(database).create({
    ...{ organizationId, userId, role, name: role, expiresAt: null },
    secretHash: secretHash(key),
  });
  return Object.assign(callAs(base, key), { userId });
};
