import assert from 'node:assert/strict';
import { test } from 'node:test';
import { weakensReview } from '../../src/domain/review/review-reasons.ts';

test('a plan is weaker when fewer results are reviewed or more rejects pass', () => {
  const plan = (mode: 'off' | 'unsure' | 'sample' | 'all', sampling: [1 | 4, number] | null = null) => ({
    mode,
    sampling: sampling && { aql: sampling[0], lotSize: sampling[1] },
  });
  for (const [from, to] of [
    [plan('all'), plan('sample')],
    [plan('all'), plan('off')],
    [plan('sample'), plan('unsure')],
    [plan('unsure'), plan('off')],
    [plan('sample', [1, 500]), plan('sample', [4, 500])],
    [plan('sample', [4, 500]), plan('sample', [4, 1000])],
    [plan('sample', [1, 500]), plan('sample')],
  ] as const) {
    assert.equal(weakensReview(from, to), true, JSON.stringify([from, to]));
    assert.equal(weakensReview(to, from), false, JSON.stringify([to, from]));
  }
  assert.equal(weakensReview(plan('sample'), plan('sample', [4, 500])), false, 'the default');
  assert.equal(weakensReview(plan('all', [1, 2]), plan('all')), false, 'no sampling in this mode');
});
