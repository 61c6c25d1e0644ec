import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setImmediate as settled } from 'node:timers/promises';
import { STATUSES } from '../../../src/domain/executions/execution-states.ts';
import type { BatchId, OrganizationId } from '../../../src/domain/ids.ts';
import type { BatchCounters } from '../../../src/ports/batches.ts';
import { batchFeedIn } from '../../../src/postgres/batches/batch-feed.ts';
import type { Run } from '../../../src/postgres/connection/database.ts';

const ORGANIZATION = '018f3a5e-7c00-7000-8000-000000000001' as OrganizationId;
const ID = '018f3a5e-7c00-7000-8000-000000000002' as BatchId;
const ZEROS = Object.fromEntries(STATUSES.map((status) => [status, 0])) as BatchCounters['counts'];
const counters = (changes: number): BatchCounters => ({
  ...{ id: ID, status: 'running', round: 0, counts: ZEROS, changes },
  ...{ expected: null, chargedCredits: 0, heldCredits: 0 },
});

/** A feed of a database whose batch has had `state.changes` changes. */
const open = (t: TestContext) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const state = { changes: 1, statements: 0 };
  const run = (async () => {
    state.statements += 1;
    const row = { ...counters(state.changes), organization_id: ORGANIZATION };
    return [{ ...ZEROS, ...row, charged: 0, held: 0 }];
  }) as unknown as Run;
  const feed = batchFeedIn({ run });
  t.after(feed.close);
  const follow = (known: number) => {
    const heard: number[] = [];
    const stop = feed.follow(ORGANIZATION, counters(known), (read) => heard.push(read.changes));
    return { heard, stop };
  };
  const pass = async (ms: number) => {
    t.mock.timers.tick(ms);
    await settled();
  };
  return { state, follow, pass };
};

test('followers of a batch hear of changes twice a second at most, from one statement for all of them', async (t) => {
  const { state, follow, pass } = open(t);
  const first = follow(1);
  const second = follow(1);
  for (let time = 0; time < 2_000; time += 100) {
    state.changes += 1;
    await pass(100);
  }
  assert.equal(state.statements, 4);
  assert.deepEqual(first.heard, [6, 11, 16, 21]);
  assert.deepEqual(second.heard, first.heard);
});

test('a follower who joins causes no event for the others, and gets none that it already has', async (t) => {
  const { state, follow, pass } = open(t);
  const early = follow(1);
  state.changes = 3;
  const late = follow(3);
  assert.deepEqual(early.heard, []);
  await pass(500);
  assert.deepEqual([early.heard, late.heard], [[3], []]);
});

test('nothing is read while nobody follows', async (t) => {
  const { state, follow, pass } = open(t);
  const { heard, stop } = follow(1);
  await pass(500);
  assert.deepEqual([state.statements, heard], [1, []]);
  stop();
  for (let second = 0; second < 5; second += 1) await pass(1_000);
  assert.ok(state.statements <= 2, String(state.statements));
});
