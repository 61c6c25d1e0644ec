import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { remember } from '../../src/cache/remember.ts';

/** A memory whose clock stands still, and whose questions are answered when the test says so. */
const openMemory = () => {
  const clock = { now: 0 };
  const questions: { key: string; answer(text: string | undefined): void; fail(): void }[] = [];
  const memory = remember<string, string>(
    (key) =>
      new Promise((resolve, reject) => {
        questions.push({ key, answer: resolve, fail: () => reject(new Error('away')) });
      }),
    { max: 10, maxAgeMs: 1_000 },
    () => clock.now,
  );
  const learn = async (key: string, text: string) => {
    const found = memory.find(key);
    questions.at(-1)!.answer(text);
    assert.equal(await found, text);
  };
  return { memory, questions, clock, learn };
};

describe('what is remembered', () => {
  it('is asked for once, also by many at the same time', async () => {
    const { memory, questions } = openMemory();
    const all = [1, 2, 3].map(() => memory.find('a'));
    questions[0]!.answer('first');
    assert.deepEqual(await Promise.all(all), ['first', 'first', 'first']);
    assert.equal(memory.find('a'), 'first');
    assert.equal(questions.length, 1);
  });

  it('is asked for anew, aside, when half of its time is over', async () => {
    const { memory, questions, clock, learn } = openMemory();
    await learn('a', 'first');
    clock.now = 501;
    assert.equal(memory.find('a'), 'first');
    assert.equal(questions.length, 2);
    questions[1]!.answer('second');
    await new Promise(setImmediate);
    assert.equal(memory.find('a'), 'second');
  });

  it('is never older than its time, and counts from the question', async () => {
    const { memory, questions, clock } = openMemory();
    const found = memory.find('a');
    clock.now = 400;
    questions[0]!.answer('first');
    await found;
    clock.now = 1_001;
    const again = memory.find('a');
    questions[1]!.answer('second');
    assert.equal(await again, 'second');
  });

  it('does not age by the clock of the machine, which may be set', async (t) => {
    t.mock.timers.enable({ apis: ['Date'] });
    let questions = 0;
    const memory = remember<string, number>(async () => ++questions, { max: 10, maxAgeMs: 1_000_000 });
    await memory.find('a');
    t.mock.timers.setTime(10_000_000);
    assert.equal(await memory.find('a'), 1);
    assert.equal(questions, 1);
  });

  it('stays for its time when nobody answers, and then the caller is told', async () => {
    const { memory, questions, clock, learn } = openMemory();
    await learn('a', 'first');
    clock.now = 600;
    assert.equal(memory.find('a'), 'first');
    questions[1]!.fail();
    await new Promise(setImmediate);
    assert.equal(memory.find('a'), 'first');
    questions[2]!.fail();
    await new Promise(setImmediate);
    clock.now = 1_001;
    const told = assert.rejects(async () => memory.find('a'), /away/);
    questions[3]!.fail();
    await told;
  });

  it('is gone once it was forgotten, also what was asked before and is answered after', async () => {
    const { memory, questions, learn } = openMemory();
    await learn('a', 'first');
    memory.forget('a');
    const before = memory.find('a');
    memory.forget('a');
    const after = memory.find('a');
    questions[1]!.answer('old');
    assert.equal(await before, 'old');
    assert.notEqual(memory.find('a'), 'old');
    questions[2]!.answer('new');
    assert.equal(await after, 'new');
    assert.equal(memory.find('a'), 'new');
  });

  it('is not what was not found', async () => {
    const { memory, questions, clock, learn } = openMemory();
    await learn('a', 'first');
    clock.now = 600;
    memory.find('a');
    questions[1]!.answer(undefined);
    await new Promise(setImmediate);
    const found = memory.find('a');
    questions[2]!.answer(undefined);
    assert.equal(await found, undefined);
    memory.find('a');
    assert.equal(questions.length, 4);
  });
});
