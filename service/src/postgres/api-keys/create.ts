import { uuidv7 } from 'uuidv7';
import type { ApiKey, ApiKeys } from '../../ports/organizations.ts';
import { type Run, statement } from '../database.ts';

export const API_KEY_COLUMNS = `id, organization_id as "organizationId", user_id as "userId", name, role,
  created_at as "createdAt", expires_at as "expiresAt", last_used_at as "lastUsedAt"`;

const CREATE = statement<ApiKey>(`
  insert into api_keys (id, organization_id, user_id, name, role, expires_at, key_hash)
  values ($1, $2, $3, $4, $5, $6, $7)
  returning ${API_KEY_COLUMNS}`);

export const create =
  (run: Run): ApiKeys['create'] =>
  async ({ organizationId, userId, name, role, expiresAt, secretHash }) => {
    const [key] = await run(CREATE, [uuidv7(), organizationId, userId, name, role, expiresAt, secretHash]);
    return key!;
  };
