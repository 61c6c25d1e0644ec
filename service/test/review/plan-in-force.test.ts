import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { planInForce, REVIEW_OF } from '../../src/domain/review/review-reasons.ts';
import { QA_MODES } from '../../src/domain/workflows/workflow.ts';
import { statement } from '../../src/postgres/connection/database.ts';
import { modeInForce, reviewOf } from '../../src/postgres/review/review-of.ts';
import { type FreshDatabase, freshDatabase } from '../support/database/database.ts';

let fresh: FreshDatabase;
before(async () => {
  fresh = await freshDatabase();
});
after(() => fresh.drop());

const COMPUTED = statement<{ mode: string; reason: string | null }>(`
  select ${modeInForce('given.workflow', 'given.batch')} as mode,
    ${reviewOf(modeInForce('given.workflow', 'given.batch'), 'given.unsure')} as reason
  from (select $1::text as workflow, $2::jsonb as batch, $3::boolean as unsure) given`);

test('the statement that completes an execution decides on its review as the domain rules do', async () => {
  const batches = [
    null,
    ...QA_MODES.flatMap((mode) => [true, false].map((mayWeaken) => ({ mode, sampling: null, mayWeaken }))),
  ];
  for (const workflow of QA_MODES)
    for (const batch of batches)
      for (const unsure of [true, false]) {
        const { mode } = planInForce({ mode: workflow, sampling: null }, batch);
        const reason = REVIEW_OF[mode][unsure ? 'unsure' : 'sure'];
        const [computed] = await fresh.database.run(COMPUTED, [
          workflow,
          batch && JSON.stringify(batch),
          unsure,
        ]);
        assert.deepEqual(computed, { mode, reason }, JSON.stringify([workflow, batch, unsure]));
      }
});

test('a plan that may not weaken only adds to that of the workflow', () => {
  const sampling = (aql: 1 | 4, lotSize: number) => ({ mode: 'sample' as const, sampling: { aql, lotSize } });
  const add = { mayWeaken: false };
  assert.deepEqual(planInForce(sampling(4, 100), { ...sampling(1, 500), ...add }), sampling(1, 100));
  assert.deepEqual(planInForce(sampling(1, 100), { mode: 'off', sampling: null, ...add }), sampling(1, 100));
  assert.equal(planInForce(sampling(1, 100), { mode: 'all', sampling: null, ...add }).mode, 'all');
  assert.deepEqual(
    planInForce(sampling(1, 100), { ...sampling(4, 500), mayWeaken: true }),
    sampling(4, 500),
    'one that may weaken counts alone',
  );
});
