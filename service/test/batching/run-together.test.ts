import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { runTogether } from '../../src/batching/run-together.ts';
import { unavailable } from '../../src/domain/errors.ts';
import { until } from '../support/until.ts';

/** Calls `runTogether` with flushes that end when the test says so. */
const openLine = (gatherMs: number, maxItems = 100) => {
  const flushes: { items: number[]; end(error?: Error): Promise<void> }[] = [];
  const { add, isIdle } = runTogether<number, number>(
    (items) =>
      new Promise((resolve, reject) => {
        flushes.push({
          items,
          end: async (error) => {
            if (error) reject(error);
            else resolve(items.map((item) => item * 10));
            await new Promise(setImmediate);
          },
        });
      }),
    { name: 'test', maxItems, gatherMs },
  );
  return { add, isIdle, flushes, sizes: () => flushes.map(({ items }) => items.length) };
};
describe('batched commits', () => {
  it('the first call is committed at once, and those that arrive meanwhile form the next batch', async () => {
    const { add, flushes, sizes } = openLine(0);
    const results = [1, 2, 3].map(add);
    assert.deepEqual(sizes(), [1]);
    await flushes[0]?.end();
    await flushes[1]?.end();
    assert.deepEqual(await Promise.all(results), [10, 20, 30]);
    assert.deepEqual(sizes(), [1, 2]);
  });

  it('a single caller never waits', async () => {
    const { add, flushes, sizes } = openLine(60_000);
    for (const turn of [0, 1, 2]) {
      const result = add(turn);
      await flushes[turn]?.end();
      await result;
    }
    assert.deepEqual(sizes(), [1, 1, 1]);
  });

  it('callers that call only once do not wait, however many they are', async () => {
    const { add, flushes, sizes } = openLine(60_000);
    void [1, 2, 3, 4, 5, 6].map(add);
    await flushes[0]?.end();
    assert.deepEqual(sizes(), [1, 5]);
  });

  it('with callers that call again and again, a flush waits for a moment so that more can join', async () => {
    const { add, flushes, sizes } = openLine(20);
    void [1, 2, 3, 4, 5, 6].map(add);
    await flushes[0]?.end();
    await flushes[1]?.end();
    void [7, 8].map(add);
    await new Promise(setImmediate);
    assert.deepEqual(sizes(), [1, 5]);
    await until('the few are committed', 5_000, () => flushes.length === 3);
    assert.deepEqual(sizes(), [1, 5, 2]);
  });

  it('a flush does not wait once all of the repeated callers have called again', async () => {
    const { add, flushes, sizes } = openLine(60_000);
    void [1, 2, 3, 4, 5].map(add);
    await flushes[0]?.end();
    await flushes[1]?.end();
    void [6, 7, 8].map(add);
    await new Promise(setImmediate);
    assert.deepEqual(sizes(), [1, 4]);
    void add(9);
    await new Promise(setImmediate);
    assert.deepEqual(sizes(), [1, 4, 4]);
  });

  it('with many repeated callers, a flush does not wait once half of them have called again', async () => {
    const { add, flushes, sizes } = openLine(60_000);
    const ask = (callers: number) => void Array.from({ length: callers }, (_, item) => add(item));
    ask(41);
    await flushes[0]?.end();
    await flushes[1]?.end();
    ask(19);
    await new Promise(setImmediate);
    assert.deepEqual(sizes(), [1, 40]);
    ask(1);
    await new Promise(setImmediate);
    assert.deepEqual(sizes(), [1, 40, 20]);
  });

  it('all waiting calls are committed together, however many they are', async () => {
    const { add, flushes, sizes } = openLine(60_000);
    const ask = (callers: number) => void Array.from({ length: callers }, (_, item) => add(item));
    ask(41);
    await flushes[0]?.end();
    await flushes[1]?.end();
    ask(40);
    await new Promise(setImmediate);
    assert.deepEqual(sizes(), [1, 40, 40]);
  });

  it('a batcher is idle when everything was committed', async () => {
    const { add, isIdle, flushes } = openLine(0);
    assert.ok(isIdle());
    const result = add(1);
    assert.ok(!isIdle());
    await flushes[0]?.end();
    await result;
    assert.ok(isIdle());
  });

  it('a flush has at most the configured number of calls', async () => {
    const { add, flushes, sizes } = openLine(0, 2);
    void [1, 2, 3, 4, 5].map(add);
    for (const turn of [0, 1, 2]) await flushes[turn]?.end();
    assert.deepEqual(sizes(), [1, 2, 2]);
  });

  it('a call that the database refuses does not fail the others of its batch', async () => {
    const { add, flushes } = openLine(0);
    const outcomes = Promise.allSettled([1, 2, 3].map(add));
    await flushes[0]?.end();
    await flushes[1]?.end(new Error('refused'));
    await flushes[2]?.end(new Error('refused'));
    await flushes[3]?.end();
    assert.deepEqual(
      (await outcomes).map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled'],
    );
  });

  it('when the database is unavailable, all waiting calls are refused at once', async () => {
    const { add, flushes, sizes } = openLine(0);
    const outcomes = Promise.allSettled([1, 2, 3].map(add));
    await flushes[0]?.end();
    await flushes[1]?.end(unavailable('away'));
    assert.deepEqual(
      (await outcomes).map(({ status }) => status),
      ['fulfilled', 'rejected', 'rejected'],
    );
    assert.deepEqual(sizes(), [1, 2]);
  });
});
