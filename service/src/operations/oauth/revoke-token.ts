import { secretHash } from '../../domain/people/secret-hash.ts';
import type { Grants, OAuthClients } from '../../ports/people/oauth.ts';
import type { AccessTokens } from './access-tokens.ts';
import { unknownClient } from './request-device-code.ts';

type Ports = { oauthClients: OAuthClients; grants: Grants; accessTokens: AccessTokens };

/** Ends the grant of a refresh or access token. Ignores a token that is unknown or belongs to another client. */
export const revokeToken = async (
  { oauthClients, grants, accessTokens }: Ports,
  clientId: string,
  token: string,
): Promise<void> => {
  if (!(await oauthClients.find(clientId))) throw unknownClient();
  const byRefreshToken = await grants.findByRefreshToken(secretHash(token));
  const grant = byRefreshToken
    ? { id: byRefreshToken.id, clientId: byRefreshToken.clientId }
    : await accessTokens
        .verify(token, new Date())
        .then((verified) => verified && { id: verified.grantId, clientId: verified.clientId });
  if (grant?.clientId === clientId) await grants.revoke(grant.id);
};
