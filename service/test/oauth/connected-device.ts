import { secretHash } from '../../src/domain/people/secret-hash.ts';
import { readUserCode } from '../../src/domain/people/user-code.ts';
import { deviceCodesIn } from '../../src/postgres/people/device-codes.ts';
import type { IdentityService } from '../support/people/identity-service.ts';
import { askForCode, CLIENT, redeem } from './client.ts';

export const userCodeHash = (userCode: string): Buffer => secretHash(readUserCode(userCode)!);

/** A device that the administrator has connected. */
export const connect = async ({ base, foundation, seeded }: IdentityService, clientId = CLIENT) => {
  const code = await askForCode(base, clientId);
  const deviceCodes = deviceCodesIn(foundation.database);
  const administrator = await foundation.organizations.find(seeded.organizationId);
  await deviceCodes.approve(
    userCodeHash(code.user_code),
    administrator!.members[0]!.userId,
    seeded.organizationId,
  );
  const { body } = await redeem(base, code.device_code, clientId);
  return body as { access_token: string; refresh_token: string };
};
