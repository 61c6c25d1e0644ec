import { Refusal } from '../domain/errors.ts';
import { secretHash } from '../domain/secret-hash.ts';
import type { Sessions, User } from '../ports/people.ts';
import { newSecret } from './new-secret.ts';

type Ports = { sessions: Sessions; sessionLifetimeSeconds: number };

/** A new token at every sign-in: one that someone else planted in the browser is worth nothing afterwards. */
export const beginSession = async (
  { sessions, sessionLifetimeSeconds }: Ports,
  user: Pick<User, 'id'>,
  browser: { address: string; previousToken: string | undefined },
): Promise<string> => {
  const { secret, hash } = newSecret();
  await sessions.begin({
    userId: user.id,
    tokenHash: hash,
    address: browser.address,
    lifetimeSeconds: sessionLifetimeSeconds,
    replaces: browser.previousToken === undefined ? undefined : secretHash(browser.previousToken),
  });
  return secret;
};

export const noOrganization = () =>
  new Refusal('forbidden', 'Your account belongs to no organization any more. Ask for an invitation.');
