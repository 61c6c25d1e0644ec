import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Refusal } from '../../src/domain/errors.ts';
import { openPasswordTurns } from '../../src/operations/people/password-turns.ts';

/** Callers whose work lasts until the test ends it, and the order in which the callers began. */
const open = (limits: { total: number; perAddress: number }) => {
  const turns = openPasswordTurns(limits);
  const began: string[] = [];
  const ends: (() => void)[] = [];
  let pending = 0;
  return {
    began,
    /** The outcome of one caller's turn: the caller's name, or the code of the refusal. */
    call: (name: string): Promise<string> => {
      pending += 1;
      return turns(name[0]!, () => {
        began.push(name);
        return new Promise<string>((resolve) => ends.push(() => resolve(name)));
      })
        .catch((error: Refusal) => `${error.code} ${error.retryAfterSeconds}`)
        .finally(() => {
          pending -= 1;
        });
    },
    /** Ends one hash after the other, until no call waits for its turn. */
    finish: async () => {
      while (pending > 0) {
        await new Promise(setImmediate);
        ends.shift()?.();
      }
    },
  };
};

const REFUSED = 'unavailable 5';

test('passwords are hashed one at a time, and addresses take turns', async () => {
  const { call, began, finish } = open({ total: 10, perAddress: 10 });
  const calls = ['a1', 'a2', 'a3', 'b1', 'c1', 'b2'].map(call);
  await new Promise(setImmediate);
  assert.deepEqual(began, ['a1']);
  await finish();
  assert.deepEqual(began, ['a1', 'a2', 'b1', 'c1', 'a3', 'b2']);
  assert.deepEqual(await Promise.all(calls), ['a1', 'a2', 'a3', 'b1', 'c1', 'b2']);
});

test('an address with too many waiting is refused with 503, and others are not', async () => {
  const { call, finish } = open({ total: 10, perAddress: 2 });
  const calls = ['a1', 'a2', 'a3', 'a4', 'b1'].map(call);
  await finish();
  assert.deepEqual(await Promise.all(calls), ['a1', 'a2', 'a3', REFUSED, 'b1']);
});

test('a full queue accepts another address, and refuses a call of the address with the most waiting', async () => {
  const { call, finish } = open({ total: 4, perAddress: 4 });
  const calls = ['a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'c1', 'd1', 'e1'].map(call);
  await finish();
  // The first call is running, so it is not waiting. When all addresses have equally few calls waiting, the
  // newest call is refused.
  const outcomes = ['a1', 'a2', REFUSED, REFUSED, REFUSED, 'b1', 'c1', 'd1', REFUSED];
  assert.deepEqual(await Promise.all(calls), outcomes);
});

test('while others wait, hashing rests for as long as it has worked', async () => {
  const turns = openPasswordTurns();
  let endedAt = 0;
  const first = turns('a', async () => {
    const start = performance.now();
    while (performance.now() - start < 30);
    endedAt = performance.now();
  });
  const restedMs = await turns('b', async () => performance.now() - endedAt);
  await first;
  // A timer counts in whole milliseconds, so the rest may seem shorter than 30 ms.
  assert.ok(restedMs >= 28, `${restedMs} ms`);
});

test('work that fails lets the next one begin', async () => {
  const turns = openPasswordTurns();
  const failing = turns('a', () => Promise.reject(new Error('no')));
  const next = turns('a', async () => 'begun');
  await assert.rejects(failing, /no/);
  assert.equal(await next, 'begun');
});
