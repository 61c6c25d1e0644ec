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
    await mail.send(identity.verifiedEmail, 'Your earlier Darkroom password has ended', ACCESS_ENDED);
  return signedIn;
};

const ACCESS_ENDED = `You signed in to Darkroom through your provider for the first time. It proved that this address is yours.

Until then nobody had proved it. So the password, the other sessions, the connected apps and the API keys of this account have ended: somebody else may have set them up. Sign in through your provider from now on, and make new API keys where you need them.
`;
