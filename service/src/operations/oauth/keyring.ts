import {
  type CryptoKey,
  calculateJwkThumbprint,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
} from 'jose';
import type { SigningKeys, StoredKey } from '../../ports/people/oauth.ts';

export const SIGNING_ALGORITHM = 'ES256';
const MAX_AGE_MS = 30_000;
// A token with an unknown key makes the keyring read the keys again, but at most once in this time.
const LOOK_AGAIN_MS = 1_000;

type Key = { kid: string; sign: CryptoKey; verify: CryptoKey; publicJwk: JWK };

/** A cache of the keys that sign and verify access tokens. */
export type Keyring = {
  signer(): Promise<Key>;
  verifier(kid: string): Promise<CryptoKey | undefined>;
  publicKeys(): Promise<JWK[]>;
  /** Makes the next call read the keys from the database again. */
  forget(): void;
};

export const openKeyring = (stored: SigningKeys, now: () => number = Date.now): Keyring => {
  let loaded: Promise<Key[]> | undefined;
  let loadedAt = Number.NEGATIVE_INFINITY;

  const load = (): Promise<Key[]> => {
    loadedAt = now();
    const loading = readKeys(stored);
    loading.catch(() => {
      if (loaded === loading) loaded = undefined;
    });
    loaded = loading;
    return loading;
  };
  const keys = (): Promise<Key[]> => (loaded && now() - loadedAt < MAX_AGE_MS ? loaded : load());

  return {
    signer: async () => (await keys())[0]!,
    verifier: async (kid) => {
      const known = (await keys()).find((key) => key.kid === kid);
      if (known || now() - loadedAt < LOOK_AGAIN_MS) return known?.verify;
      return (await load()).find((key) => key.kid === kid)?.verify;
    },
    publicKeys: async () => (await keys()).map(({ publicJwk }) => publicJwk),
    forget: () => {
      loaded = undefined;
    },
  };
};

const readKeys = async (stored: SigningKeys): Promise<Key[]> => {
  const found = await stored.list();
  if (found.some(({ retired }) => !retired)) return Promise.all(found.map(importKey));
  const { kid, privateJwk } = await newSigningKey();
  await stored.addFirst(kid, privateJwk);
  return Promise.all((await stored.list()).map(importKey));
};

const importKey = async ({ id, privateJwk }: StoredKey): Promise<Key> => {
  const { kty, crv, x, y } = privateJwk as JWK;
  const publicJwk = { kty, crv, x, y, kid: id, alg: SIGNING_ALGORITHM, use: 'sig' } as JWK;
  const [sign, verify] = await Promise.all([
    importJWK(privateJwk as JWK, SIGNING_ALGORITHM),
    importJWK(publicJwk, SIGNING_ALGORITHM),
  ]);
  return { kid: id, sign: sign as CryptoKey, verify: verify as CryptoKey, publicJwk };
};

export const newSigningKey = async (): Promise<{ kid: string; privateJwk: JWK }> => {
  const { privateKey } = await generateKeyPair(SIGNING_ALGORITHM, { extractable: true });
  const privateJwk = await exportJWK(privateKey);
  return { kid: await calculateJwkThumbprint(privateJwk), privateJwk };
};
