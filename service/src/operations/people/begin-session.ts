import { Refusal } from '../../domain/errors.ts';
import type { UserId } from '../../domain/ids.ts';
import { secretHash } from '../../domain/people/secret-hash.ts';
import type { Account, Sessions } from '../../ports/people/people.ts';
import { wrongPassword } from './check-password.ts';
import { newSecret } from './new-secret.ts';

type Ports = {
  sessions: Sessions;
  sessionLifetimeSeconds: number;
  /** Drops what this process has cached of a user's sessions. */
  forgetRights(userId: UserId): void;
};

/** Begins a session. Every sign-in gets a new token, so one that an attacker planted in the browser is worthless. */
export const beginSession = async (
  { sessions, sessionLifetimeSeconds, forgetRights }: Ports,
  user: Pick<Account, 'id'> & { passwordHash?: string },
  browser: { address: string; previousToken: string | undefined },
): Promise<string> => {
  const { secret, hash } = newSecret();
  const begun = await sessions.begin({
    userId: user.id,
    tokenHash: hash,
    address: browser.address,
    lifetimeSeconds: sessionLifetimeSeconds,
    replaces: browser.previousToken === undefined ? undefined : secretHash(browser.previousToken),
    passwordHash: user.passwordHash,
  });
  if (!begun) throw wrongPassword();
  if (begun.replacedOf) forgetRights(begun.replacedOf);
  return secret;
};

export const noOrganization = () =>
  new Refusal('forbidden', 'Your account belongs to no organization any more. Ask for an invitation.');
