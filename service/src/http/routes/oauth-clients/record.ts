import type { OAuthClient } from '../../../ports/people/oauth.ts';
import { Type } from '../../../schema/typebox.ts';
import { TimestampSchema } from '../../server/schemas.ts';

export const OAuthClientSchema = Type.Object({
  clientId: Type.String(),
  name: Type.String(),
  rotateRefreshTokens: Type.Boolean(),
  builtIn: Type.Boolean(),
  createdAt: TimestampSchema,
});

export const oauthClientRecord = ({ id, createdAt, ...client }: OAuthClient) => ({
  clientId: id,
  ...client,
  createdAt: createdAt.toISOString(),
});
