import { uuidv7 } from 'uuidv7';
import type { UserId } from '../../domain/ids.ts';
import type { Identities } from '../../ports/people.ts';
import type { Database } from '../database.ts';
import { LOCK_USER } from '../users/lock.ts';
import { ACCEPT_ALL, LOCK_INVITING_ORGANIZATIONS } from './accept-all.ts';
import { ADD_INVITED } from './add-invited.ts';
import { FIND } from './find.ts';
import { LINK } from './link.ts';
import { PROVE_ADDRESS } from './prove-address.ts';

/** By the identity itself; else by an e-mail that the provider vouches for, of someone who is known or invited. */
export const identitiesIn = ({ transaction }: Pick<Database, 'transaction'>): Identities => ({
  signIn: ({ issuer, subject, verifiedEmail, name }) =>
    transaction(async (run) => {
      if (verifiedEmail !== undefined) await run(LOCK_INVITING_ORGANIZATIONS, [verifiedEmail]);
      const invited = async (): Promise<UserId | undefined> => {
        if (verifiedEmail === undefined) return undefined;
        await run(ADD_INVITED, [uuidv7(), verifiedEmail, name ?? verifiedEmail.split('@')[0]]);
        const [linked] = await run(LINK, [issuer, subject, verifiedEmail]);
        return linked?.userId;
      };
      const [known] = await run(FIND, [issuer, subject]);
      const userId = known?.userId ?? (await invited());
      if (!userId) return undefined;
      if (verifiedEmail === undefined) return { userId, accessEnded: false };
      await run(LOCK_USER, [userId]);
      const proven = await run(PROVE_ADDRESS, [userId, verifiedEmail]);
      await run(ACCEPT_ALL, [verifiedEmail, userId]);
      return { userId, accessEnded: proven.length > 0 };
    }),
});
