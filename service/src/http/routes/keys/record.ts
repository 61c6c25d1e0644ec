import type { ApiKeyId, OrganizationId, UserId } from '../../../domain/ids.ts';
import { ROLES } from '../../../domain/people/rights.ts';
import type { ApiKey } from '../../../ports/people/organizations.ts';
import { Type } from '../../../schema/typebox.ts';
import { idSchema, nullable, TimestampSchema } from '../../server/schemas.ts';

const keyProperties = {
  id: idSchema<ApiKeyId>('The API key'),
  organizationId: idSchema<OrganizationId>('The organization'),
  userId: idSchema<UserId>('The user'),
  name: Type.String(),
  role: Type.Enum([...ROLES]),
  createdAt: TimestampSchema,
  expiresAt: nullable(TimestampSchema),
  lastUsedAt: nullable(TimestampSchema),
};
export const KeySchema = Type.Object(keyProperties, { $id: 'ApiKey' });
export const NewKeySchema = Type.Object({ ...keyProperties, key: Type.String() }, { $id: 'NewApiKey' });

export const keyRecord = ({ createdAt, expiresAt, lastUsedAt, ...key }: ApiKey) => ({
  ...key,
  createdAt: createdAt.toISOString(),
  expiresAt: expiresAt?.toISOString() ?? null,
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
});
