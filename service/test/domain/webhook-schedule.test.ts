import assert from 'node:assert/strict';
import { test } from 'node:test';
import { afterAttempt, retryAfterMs } from '../../src/domain/webhooks/webhook-schedule.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const after = (attempt: {
  number?: number;
  status?: number | null;
  retryAfterMs?: number;
  random?: number;
}) => afterAttempt({ number: 1, status: 500, retryAfterMs: 0, random: 0, ...attempt });

test('any 2xx is a success, at every attempt', () => {
  for (const status of [200, 201, 204, 299])
    for (const number of [1, 8, 20]) assert.deepEqual(after({ status, number }), { outcome: 'delivered' });
});

test('a failed message is tried again after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h and 14 h, and then given up', () => {
  const delays = [5_000, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR];
  for (const [index, retryInMs] of delays.entries())
    assert.deepEqual(after({ number: index + 1 }), { outcome: null, retryInMs });
  for (const number of [8, 9, 100]) assert.deepEqual(after({ number }), { outcome: 'gave_up' });
});

test('everything but 2xx is a failure: no answer, redirects, refusals', () => {
  for (const status of [null, 199, 300, 301, 304, 400, 404, 429, 500, 503, 600])
    assert.equal(after({ status }).outcome, null, String(status));
});

test('410 stops at once', () => {
  assert.deepEqual(after({ status: 410 }), { outcome: 'stopped' });
});

test('jitter makes a retry later by up to a tenth, never earlier', () => {
  assert.deepEqual(after({ random: 1 }), { outcome: null, retryInMs: 5_500 });
});

test('Retry-After makes a retry later, never earlier', () => {
  assert.deepEqual(after({ retryAfterMs: 60_000 }), { outcome: null, retryInMs: 60_000 });
  assert.deepEqual(after({ retryAfterMs: 1_000 }), { outcome: null, retryInMs: 5_000 });
});

test('Retry-After is read as seconds or as a date, up to a day', () => {
  const now = new Date('2026-01-31T12:00:00.000Z');
  const cases: [string | undefined, number][] = [
    [undefined, 0],
    ['0', 0],
    ['120', 120_000],
    [' 120 ', 120_000],
    ['Sat, 31 Jan 2026 12:01:00 GMT', 60_000],
    ['Sat, 31 Jan 2026 11:00:00 GMT', 0],
    ['99999999999999999999', 24 * HOUR],
    ['Sat, 31 Jan 2099 12:01:00 GMT', 24 * HOUR],
    ['-5', 0],
    ['soon', 0],
    ['', 0],
  ];
  for (const [header, expected] of cases) assert.equal(retryAfterMs(header, now), expected, header);
});
