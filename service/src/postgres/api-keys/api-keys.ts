import type { Principal } from '../../domain/principal.ts';
import type { ApiKeys } from '../../ports/organizations.ts';
import type { Database } from '../database.ts';
import { remember } from '../remember.ts';
import { authenticate } from './authenticate.ts';
import { create } from './create.ts';
import { list } from './list.ts';
import { revoke } from './revoke.ts';

// A key is looked up once a second however many calls it makes; another process sees a revocation that late.
const REMEMBERED = { max: 10_000, maxAgeMs: 1_000 };

export const apiKeysIn = ({ run }: Database): ApiKeys => {
  const principals = remember<Principal>(REMEMBERED);
  const lookUp = authenticate(run);
  const revokeKey = revoke(run);
  return {
    create: create(run),
    list: list(run),
    revoke: async (id, key) => {
      const revoked = await revokeKey(id, key);
      principals.forgetAll();
      return revoked;
    },
    authenticate: (secretHash) => principals.find(secretHash.toString('hex'), () => lookUp(secretHash)),
  };
};
