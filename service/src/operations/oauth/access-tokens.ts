import { randomUUID } from 'node:crypto';
import { decodeProtectedHeader, jwtVerify, SignJWT } from 'jose';
import { type GrantId, isUuid } from '../../domain/ids.ts';
import { ACCESS_TOKEN_SECONDS, ACCESS_TOKEN_TOLERANCE_SECONDS } from '../../domain/people/oauth.ts';
import type { Grant } from '../../ports/people/oauth.ts';
import { type Keyring, SIGNING_ALGORITHM } from './keyring.ts';

const TOKEN_TYPE = 'at+jwt';

/**
 * `issuer` is the public address of the service; `namespace` is the prefix of the claim that the service adds
 * to the standard ones.
 */
type TokenNames = { issuer: string; namespace: string };

/** The verified content of a token. The rights of its grant are in the database. */
export type VerifiedToken = { grantId: GrantId; clientId: string; acceptedUntilMs: number };

export type AccessTokens = {
  sign(grant: Grant, now: Date): Promise<string>;
  /** Undefined when the token is not from this service or is not valid now. */
  verify(token: string, now: Date): Promise<VerifiedToken | undefined>;
};

export const accessTokens = (keyring: Keyring, names: () => TokenNames): AccessTokens => ({
  sign: async (grant, now) => {
    const { kid, sign } = await keyring.signer();
    const { issuer, namespace } = names();
    const seconds = Math.floor(now.getTime() / 1000);
    const claims = {
      iss: issuer,
      aud: issuer,
      sub: grant.userId,
      client_id: grant.clientId,
      scope: grant.scope,
      grant_id: grant.id,
      jti: randomUUID(),
      iat: seconds,
      exp: seconds + ACCESS_TOKEN_SECONDS,
      [`${namespace}/selectedOrganization`]: grant.organizationId,
    };
    return new SignJWT(claims)
      .setProtectedHeader({ alg: SIGNING_ALGORITHM, typ: TOKEN_TYPE, kid })
      .sign(sign);
  },
  verify: async (token, now) => {
    const kid = keyIdOf(token);
    const key = kid === undefined ? undefined : await keyring.verifier(kid);
    if (!key) return undefined;
    const { issuer } = names();
    const verified = await jwtVerify(token, key, {
      algorithms: [SIGNING_ALGORITHM],
      typ: TOKEN_TYPE,
      issuer,
      audience: issuer,
      currentDate: now,
      clockTolerance: ACCESS_TOKEN_TOLERANCE_SECONDS,
      requiredClaims: ['exp', 'iat', 'sub', 'grant_id', 'client_id'],
    }).catch(() => undefined);
    if (!verified) return undefined;
    const { grant_id: grantId, client_id: clientId, exp } = verified.payload;
    if (typeof grantId !== 'string' || !isUuid(grantId) || typeof clientId !== 'string') return undefined;
    return {
      grantId: grantId as GrantId,
      clientId,
      acceptedUntilMs: (exp! + ACCESS_TOKEN_TOLERANCE_SECONDS) * 1000,
    };
  },
});

const keyIdOf = (token: string): string | undefined => {
  try {
    const { alg, typ, kid } = decodeProtectedHeader(token);
    return alg === SIGNING_ALGORITHM && typ === TOKEN_TYPE ? kid : undefined;
  } catch {
    return undefined;
  }
};
