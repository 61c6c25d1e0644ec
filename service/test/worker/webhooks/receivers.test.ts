import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MAX_AT_ONCE, openReceivers } from '../../../src/worker/webhooks/receivers.ts';

const HOST = 'a.test';
const open = () => {
  let now = 1_000;
  const receivers = openReceivers(() => now);
  const limit = () => receivers.limits().get(HOST);
  const pass = (ms: number) => {
    now += ms;
  };
  const noAnswer = () => receivers.noteNoAnswer(HOST, now);
  const fail = (times: number) => Array.from({ length: times }, noAnswer);
  return { receivers, limit, pass, noAnswer, fail, now: () => now };
};

test('a receiver that answers quickly gets many messages at once, and a slow one few', () => {
  const { receivers, limit } = open();
  assert.equal(limit(), undefined);
  receivers.noteAnswer(HOST, 5);
  assert.equal(limit(), MAX_AT_ONCE.fast);
  receivers.noteAnswer('slow.test', 10_000);
  assert.equal(receivers.limits().get('slow.test'), MAX_AT_ONCE.slow);
});

test('slow answers in a row make a receiver slow, until it is quick again', () => {
  const { receivers, limit, pass } = open();
  receivers.noteAnswer(HOST, 5);
  const answerSlowly = () => {
    pass(10_000);
    receivers.noteAnswer(HOST, 10_000);
  };
  answerSlowly();
  assert.equal(limit(), MAX_AT_ONCE.fast);
  for (let count = 0; count < 10; count += 1) answerSlowly();
  assert.equal(limit(), MAX_AT_ONCE.slow);
  receivers.noteAnswer(HOST, 5);
  assert.equal(limit(), MAX_AT_ONCE.fast);
});

test('slow answers to attempts that were under way together do not make a receiver slow, however many', () => {
  const { receivers, limit, pass } = open();
  receivers.noteAnswer(HOST, 5);
  pass(10_000);
  for (let count = 0; count < 384; count += 1) {
    receivers.noteAnswer(HOST, 10_000);
    pass(1);
  }
  assert.equal(limit(), MAX_AT_ONCE.fast);
});

test('after five attempts in a row without an answer a receiver gets nothing, then one message as a probe', () => {
  const { receivers, limit, pass, fail } = open();
  receivers.noteAnswer(HOST, 5);
  pass(1);
  fail(4);
  assert.equal(limit(), MAX_AT_ONCE.fast);
  fail(1);
  assert.equal(limit(), 0);
  assert.equal(receivers.nextProbeInMs(), 5_000);
  pass(5_000);
  assert.equal(limit(), MAX_AT_ONCE.probe);
  receivers.noteAnswer(HOST, 5);
  assert.equal(limit(), MAX_AT_ONCE.fast);
});

test('an answer of any status ends the row of failures', () => {
  const { receivers, limit, pass, fail } = open();
  fail(4);
  receivers.noteAnswer(HOST, 5);
  pass(1);
  fail(4);
  assert.equal(limit(), MAX_AT_ONCE.fast);
});

test('attempts that began before the last answer do not count, however many time out together', () => {
  const { receivers, limit, pass, now } = open();
  const startedAt = now();
  pass(100);
  receivers.noteAnswer(HOST, 5);
  pass(100);
  for (let count = 0; count < 20; count += 1) assert.equal(receivers.noteNoAnswer(HOST, startedAt), false);
  assert.equal(limit(), MAX_AT_ONCE.fast);
});

test('each probe without an answer doubles the pause, up to a minute', () => {
  const { receivers, pass, fail, noAnswer } = open();
  assert.deepEqual(fail(5), [false, false, false, false, false]);
  const pauses: (number | undefined)[] = [];
  for (let probe = 0; probe < 6; probe += 1) {
    const pauseMs = receivers.nextProbeInMs();
    pauses.push(pauseMs);
    pass(pauseMs!);
    assert.equal(noAnswer(), true);
  }
  assert.deepEqual(pauses, [5_000, 10_000, 20_000, 40_000, 60_000, 60_000]);
});

test('attempts that were under way when the pause began do not lengthen it', () => {
  const { receivers, pass, fail, now } = open();
  const startedAt = now();
  pass(100);
  fail(5);
  for (let count = 0; count < 20; count += 1) assert.equal(receivers.noteNoAnswer(HOST, startedAt), false);
  assert.equal(receivers.nextProbeInMs(), 5_000);
});
