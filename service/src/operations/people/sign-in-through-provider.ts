import type { UserId } from '../../domain/ids.ts';
import type { ExternalIdentity } from '../../ports/people/external-sign-in.ts';
import type { Identities, Mail } from '../../ports/people/people.ts';

type Ports = { identities: Identities; mail: Mail };

/**
 * Signs in the user whom a provider identifies. `accessEnded`: nobody had proved the account's address before, so the
 * account's earlier password, sessions, grants and API keys have ended.
 */
export const signInThroughProvider = async (
  { identities, mail }: Ports,
  identity: ExternalIdentity,
): Promise<{ userId: UserId; accessEnded: boolean } | undefined> => {
  const signedIn = await identities.signIn(identity);
  if (signedIn?.accessEnded && identity.verifiedEmail !== undefined)
    await mail.send(identity.verifiedEmail, 'Your old Darkroom password no longer works', ACCESS_ENDED);
  return signedIn;
};

const ACCESS_ENDED = `You signed in to Darkroom through your provider for the first time. The provider confirmed that this e-mail address is yours.

The address had never been verified before, so someone else may have created this account. To be safe, we removed the account's password, other sessions, connected apps and API keys. From now on, sign in through your provider, and create new API keys where you need them.
`;
