import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openCache, openReadThroughCache } from '../../src/cache/cache.ts';

/** A cache whose clock only the test moves, and whose lookups end when the test says so. */
const openTestCache = () => {
  const clock = { now: 0 };
  const lookUps: { key: string; answer(text: string | undefined): void; fail(): void }[] = [];
  const cache = openReadThroughCache<string, string>(
    (key) =>
      new Promise((resolve, reject) => {
        lookUps.push({ key, answer: resolve, fail: () => reject(new Error('away')) });
      }),
    // Starts at 1, because lru-cache treats an entry that was made at time 0 as one that never expires.
    { max: 10, maxAgeMs: 1_000, now: () => 1 + clock.now, mayCache: (text) => text !== 'secret' },
  );
  const learn = async (key: string, text: string) => {
    const found = cache.find(key);
    lookUps.at(-1)!.answer(text);
    assert.equal(await found, text);
  };
  return { cache, lookUps, clock, learn };
};

describe('the cache', () => {
  it('looks a key up once for many callers at the same time', async () => {
    const { cache, lookUps } = openTestCache();
    const all = [1, 2, 3].map(() => cache.find('a'));
    lookUps[0]!.answer('first');
    assert.deepEqual(await Promise.all(all), ['first', 'first', 'first']);
    assert.equal(cache.find('a'), 'first');
    assert.equal(lookUps.length, 1);
  });

  it('refreshes an entry in the background after half of its maximum age', async () => {
    const { cache, lookUps, clock, learn } = openTestCache();
    await learn('a', 'first');
    clock.now = 501;
    assert.equal(cache.find('a'), 'first');
    assert.equal(lookUps.length, 2);
    lookUps[1]!.answer('second');
    await new Promise(setImmediate);
    assert.equal(cache.find('a'), 'second');
  });

  it('never returns an older entry than the maximum age, counted from the start of the lookup', async () => {
    const { cache, lookUps, clock } = openTestCache();
    const found = cache.find('a');
    clock.now = 400;
    lookUps[0]!.answer('first');
    await found;
    clock.now = 1_001;
    const again = cache.find('a');
    lookUps[1]!.answer('second');
    assert.equal(await again, 'second');
  });

  it('does not age entries by the clock of the machine, which may be set', async (t) => {
    t.mock.timers.enable({ apis: ['Date'] });
    let lookUps = 0;
    const cache = openReadThroughCache<string, number>(async () => ++lookUps, {
      max: 10,
      maxAgeMs: 1_000_000,
    });
    await cache.find('a');
    t.mock.timers.setTime(10_000_000);
    assert.equal(await cache.find('a'), 1);
    assert.equal(lookUps, 1);
  });

  it('keeps an entry for its time when refreshes fail, and then the caller gets the error', async () => {
    const { cache, lookUps, clock, learn } = openTestCache();
    await learn('a', 'first');
    clock.now = 600;
    assert.equal(cache.find('a'), 'first');
    lookUps[1]!.fail();
    await new Promise(setImmediate);
    assert.equal(cache.find('a'), 'first');
    lookUps[2]!.fail();
    await new Promise(setImmediate);
    clock.now = 1_001;
    const told = assert.rejects(async () => cache.find('a'), /away/);
    lookUps[3]!.fail();
    await told;
  });

  it('drops an invalidated entry, also the value of a lookup that started before', async () => {
    const { cache, lookUps, learn } = openTestCache();
    await learn('a', 'first');
    cache.forget('a');
    const before = cache.find('a');
    cache.forget('a');
    const after = cache.find('a');
    lookUps[1]!.answer('old');
    assert.equal(await before, 'old');
    assert.notEqual(cache.find('a'), 'old');
    lookUps[2]!.answer('new');
    assert.equal(await after, 'new');
    assert.equal(cache.find('a'), 'new');
  });

  it('does not cache a lookup that finds nothing', async () => {
    const { cache, lookUps, clock, learn } = openTestCache();
    await learn('a', 'first');
    clock.now = 600;
    cache.find('a');
    lookUps[1]!.answer(undefined);
    await new Promise(setImmediate);
    const found = cache.find('a');
    lookUps[2]!.answer(undefined);
    assert.equal(await found, undefined);
    cache.find('a');
    assert.equal(lookUps.length, 4);
  });

  it('does not cache a value that must not be cached', async () => {
    const { cache, lookUps, learn } = openTestCache();
    await learn('a', 'secret');
    cache.find('a');
    assert.equal(lookUps.length, 2);
  });

  it('keeps a value that was set, also when a lookup that started before finds another', async () => {
    const { cache, lookUps } = openTestCache();
    const before = cache.find('a');
    cache.set('a', 'set');
    lookUps[0]!.answer('old');
    assert.equal(await before, 'old');
    assert.equal(cache.find('a'), 'set');
    assert.equal(lookUps.length, 1);
  });

  it('waits for a value that is about to be set instead of looking it up', async () => {
    const { cache, lookUps } = openTestCache();
    const made = Promise.withResolvers<string>();
    void cache.expect('a', made.promise);
    const found = cache.find('a');
    made.resolve('made');
    assert.equal(await found, 'made');
    assert.equal(cache.find('a'), 'made');
    assert.equal(lookUps.length, 0);
  });

  it('drops all values that match, and no value of a lookup that started before', async () => {
    const { cache, lookUps, learn } = openTestCache();
    await learn('a', 'mine');
    await learn('b', 'yours');
    const before = cache.find('c');
    cache.forgetWhere((text) => text === 'mine');
    lookUps[2]!.answer('outdated');
    await before;
    assert.deepEqual([cache.get('a'), cache.get('b'), cache.get('c')], [undefined, 'yours', undefined]);
  });

  it('drops the least recently used entries beyond its size', () => {
    const cache = openCache<string, number>({ max: 2 });
    cache.set('a', 1);
    cache.set('b', 2);
    cache.get('a');
    cache.set('c', 3);
    assert.deepEqual([cache.get('a'), cache.get('b'), cache.get('c')], [1, undefined, 3]);
  });
});
