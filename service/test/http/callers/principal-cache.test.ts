import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { UserId } from '../../../src/domain/ids.ts';
import type { Principal } from '../../../src/domain/people/principal.ts';
import { principalCache } from '../../../src/http/authentication/principal-cache.ts';

/** Opens a cache of rights over a source that records its queries. The key of each credential is the id of its user. */
const open = () => {
  const queries: string[][] = [];
  const revoked = new Set<string>();
  const cache = principalCache(async (keys) => {
    queries.push(keys);
    const valid = keys.filter((key) => !revoked.has(key));
    return new Map(valid.map((key) => [key, { userId: key } as unknown as Principal]));
  });
  return { cache, queries, revoked };
};

describe('the cache of rights', () => {
  it('reads all waiting credentials in one query', async () => {
    const { cache, queries } = open();
    const found = await Promise.all(['anna', 'ben', 'cleo', 'anna'].map(cache.find));
    assert.deepEqual(
      found.map((one) => one?.userId),
      ['anna', 'ben', 'cleo', 'anna'],
    );
    assert.deepEqual(queries, [['anna'], ['ben', 'cleo']]);
  });

  it('reads a user whose rights have changed again, and no other', async () => {
    const { cache, queries, revoked } = open();
    await Promise.all(['anna', 'ben'].map(cache.find));
    revoked.add('anna').add('ben');
    cache.forget('anna' as UserId);
    assert.equal(await cache.find('anna'), undefined);
    assert.equal((await cache.find('ben'))?.userId, 'ben');
    assert.equal(queries.length, 3);
  });

  it('rechecks a credential with its current rights', async () => {
    const { cache, revoked } = open();
    const anna = await cache.find('anna');
    assert.equal((await anna?.recheck())?.userId, 'anna');
    revoked.add('anna');
    cache.forgetAll();
    assert.equal(await anna?.recheck(), undefined);
  });
});
