import assert from 'node:assert/strict';
import { test } from 'node:test';
import { count, credits, milliseconds, timeSince, wholeSeconds, withArticle } from '../src/format.ts';

test('a duration is shown in at most two units', () => {
  const [second, minute, hour, day] = [1_000, 60_000, 3_600_000, 86_400_000];
  const written: [number, string][] = [
    [7, '7 ms'],
    [999.7, '1.0 s'],
    [12.34 * second, '12.3 s'],
    [59.98 * second, '1 min'],
    [2 * minute + 5 * second, '2 min 5 s'],
    [59 * minute + 59.9 * second, '1 h'],
    [3 * hour + 10 * minute + 40 * second, '3 h 10 min'],
    [day, '1 day'],
    [2 * day + 3 * hour + 59 * minute, '2 days 3 h'],
  ];
  for (const [ms, words] of written) assert.equal(milliseconds(ms), words);
});

test('an estimate is shown in whole seconds', () => {
  const words = [0.2, 5, 59.5, 125].map(wholeSeconds);
  assert.deepEqual(words, ['1 s', '5 s', '1 min', '2 min 5 s']);
});

test('the time since a moment is shown in whole minutes', () => {
  const now = Date.parse('2026-01-01T12:00:00Z');
  const since = (iso: string) => timeSince(iso, now);
  assert.equal(since('2026-01-01T11:59:30Z'), 'less than 1 min');
  assert.equal(since('2026-01-01T11:57:30Z'), '2 min');
  assert.equal(since('2026-01-01T08:50:10Z'), '3 h 9 min');
});

test('negative numbers have a minus sign, and roles their article', () => {
  assert.deepEqual([count(-1_024), credits(-10), credits(1)], ['−1,024', '−10 credits', '1 credit']);
  assert.deepEqual(['owner', 'operator', 'viewer'].map(withArticle), ['an owner', 'an operator', 'a viewer']);
});
