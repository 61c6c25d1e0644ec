import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inTurn } from '../../src/operations/executions/creating/in-turn.ts';

const tooLong = () => new Error('too long');
const waitFor = async (isSo: () => boolean) => {
  while (!isSo()) await new Promise(setImmediate);
};

/** Tasks that last until they are told to end, and the order in which they began. */
const works = () => {
  const began: number[] = [];
  const ends: (() => void)[] = [];
  const work = (number: number) => () => {
    began.push(number);
    return new Promise<number>((resolve) => {
      ends[number] = () => resolve(number);
    });
  };
  return { began, end: (number: number) => ends[number]!(), work };
};

test('calls with the same name run one at a time, in the order in which they came', async () => {
  const take = inTurn(10_000, tooLong);
  const { began, end, work } = works();
  const taken = [0, 1, 2, 3].map((number) => take('a', work(number)));
  for (const number of [0, 1, 2, 3]) {
    await waitFor(() => began.length > number);
    await new Promise(setImmediate);
    assert.deepEqual(began, [0, 1, 2, 3].slice(0, number + 1));
    end(number);
  }
  assert.deepEqual(await Promise.all(taken), [0, 1, 2, 3]);
});

test('calls with other names do not wait', async () => {
  const take = inTurn(10_000, tooLong);
  const { began, end, work } = works();
  const taken = [take('a', work(0)), take('b', work(1))];
  await waitFor(() => began.length === 2);
  end(0);
  end(1);
  assert.deepEqual(await Promise.all(taken), [0, 1]);
});

test('a call that fails lets the next one begin', async () => {
  const take = inTurn(10_000, tooLong);
  const failing = take('a', () => Promise.reject(new Error('no')));
  const next = take('a', async () => 'begun');
  await assert.rejects(failing, /no/);
  assert.equal(await next, 'begun');
});

test('a call that has waited too long is refused; the calls behind it still wait for the one that runs', async () => {
  const take = inTurn(20, tooLong);
  const { began, end, work } = works();
  const first = take('a', work(0));
  await assert.rejects(take('a', work(1)), /too long/);
  const third = take('a', work(2));
  end(0);
  await first;
  await waitFor(() => began.includes(2));
  end(2);
  assert.equal(await third, 2);
  assert.deepEqual(began, [0, 2]);
});
