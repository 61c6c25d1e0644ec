import { Refusal } from '../../domain/errors.ts';
import type { OrganizationId, SessionId, UserId } from '../../domain/ids.ts';
import { secretHash } from '../../domain/people/secret-hash.ts';
import { USER_CODE_GUESSES } from '../../domain/people/sign-in-limits.ts';
import { readUserCode, showUserCode } from '../../domain/people/user-code.ts';
import type { DeviceCodes, PendingDevice } from '../../ports/people/oauth.ts';
import type { SignInAttempts } from '../../ports/people/people.ts';
import { beginSignInAttempt } from '../people/check-password.ts';

type Ports = { deviceCodes: DeviceCodes; attempts: SignInAttempts };
type Person = { userId: UserId; address: string };

/** Finds the device that asks to be connected with this code. */
export const findDevice = (
  ports: Ports,
  person: Person,
  typed: string,
): Promise<PendingDevice & { userCode: string }> =>
  withCode(ports, person, typed, async (hash, code) => {
    const device = await ports.deviceCodes.findPending(hash);
    return device && { ...device, userCode: showUserCode(code) };
  });

export const confirmDevice = async (
  ports: Ports,
  person: Person & { session: SessionId | undefined },
  typed: string,
  organizationId: OrganizationId,
): Promise<void> => {
  await withCode(ports, person, typed, (hash) =>
    ports.deviceCodes.approve(hash, person.userId, organizationId, person.session),
  );
};

export const denyDevice = async (ports: Ports, person: Person, typed: string): Promise<void> => {
  await withCode(ports, person, typed, (hash) => ports.deviceCodes.deny(hash, person.userId));
};

/** Counts every lookup of a code as a guess, and takes the guess back when the code is right. */
const withCode = async <Found>(
  { attempts }: Ports,
  { userId, address }: Person,
  typed: string,
  look: (hash: Buffer, code: string) => Promise<Found | undefined | false>,
): Promise<Found> => {
  const guesses: [string, string][] = [];
  const forgive = () => Promise.all(guesses.map(([subject, at]) => attempts.forgive(subject, at)));
  for (const subject of [`code user ${userId}`, `code address ${address}`])
    guesses.push([
      subject,
      await beginSignInAttempt(attempts, subject, USER_CODE_GUESSES).catch(async (error) => {
        await forgive();
        throw error;
      }),
    ]);
  const code = readUserCode(typed);
  const found = code === undefined ? undefined : await look(secretHash(code), code);
  if (!found)
    throw new Refusal(
      'not_found',
      'This code is not valid. Check it, or start again on the device for a new one.',
    );
  await forgive();
  return found;
};
