import { randomBytes } from 'node:crypto';
import { DEVICE_CODE_SECONDS, grantedScope, OAuthRefusal, POLL_SECONDS } from '../../domain/people/oauth.ts';
import { secretHash } from '../../domain/people/secret-hash.ts';
import { showUserCode, userCodeFrom } from '../../domain/people/user-code.ts';
import type { DeviceCodes, OAuthClients } from '../../ports/people/oauth.ts';
import { newSecret } from '../people/new-secret.ts';

type Ports = { deviceCodes: DeviceCodes; oauthClients: OAuthClients; publicUrl(): string };
type DeviceRequest = { clientId: string; scope: string | undefined; address: string };

const DRAWS = 10;

/** Starts the device flow: issues a code for the device and one for the user. */
export const requestDeviceCode = async (
  { deviceCodes, oauthClients, publicUrl }: Ports,
  { clientId, scope, address }: DeviceRequest,
) => {
  const client = await oauthClients.find(clientId);
  if (!client) throw unknownClient();
  const { secret, hash } = newSecret();
  const userCode = await drawUserCode((userCodeHash) =>
    deviceCodes.add({
      codeHash: hash,
      userCodeHash,
      clientId: client.id,
      scope: grantedScope(scope),
      requestedFrom: address,
      lifetimeSeconds: DEVICE_CODE_SECONDS,
    }),
  );
  const uri = `${publicUrl()}/activate`;
  return {
    device_code: secret,
    user_code: userCode,
    verification_uri: uri,
    verification_uri_complete: `${uri}?user_code=${userCode}`,
    expires_in: DEVICE_CODE_SECONDS,
    interval: POLL_SECONDS,
  };
};

export const unknownClient = () =>
  new OAuthRefusal('invalid_client', 'This client_id is not registered. An administrator can register it.');

/** Draws user codes until one is free. Few of the 25 billion codes are in use. */
const drawUserCode = async (take: (hash: Buffer) => Promise<boolean>): Promise<string> => {
  for (let draw = 0; draw < DRAWS; draw += 1) {
    const code = userCodeFrom(randomBytes(32));
    if (code && (await take(secretHash(code)))) return showUserCode(code);
  }
  throw new Error('No free user code was found.');
};
