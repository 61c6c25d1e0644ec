import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FastifyRequest } from 'fastify';
import { readCookie } from '../../../src/http/authentication/session-cookie.ts';

const read = (cookie: string) =>
  readCookie({ raw: { headers: { cookie } } } as unknown as FastifyRequest, 'darkroom_session');

/** The time of the shortest of many runs: other processes on the machine only make a run longer. */
const milliseconds = (run: () => unknown): number => {
  let shortest = Number.POSITIVE_INFINITY;
  for (let i = 0; i < 50; i += 1) {
    const start = performance.now();
    run();
    shortest = Math.min(shortest, performance.now() - start);
  }
  return shortest;
};

test('the session is read from among other cookies, without decoding', () => {
  for (const [header, value] of [
    ['darkroom_session=a', 'a'],
    ['other=1;darkroom_session=a; darkroom_session=b', 'a'],
    ['x; darkroom_session = a ', 'a'],
    ['darkroom_session=a%62', 'a%62'],
    ['not_darkroom_session=a', undefined],
    ['darkroom_session=', undefined],
  ] as const)
    assert.equal(read(header), value, header);
});

// Anyone can send cookies up to the limit of a request's headers, and they are read before the caller is known.
test('120 KB of cookies take little longer to read than to split', () => {
  const others = Array.from({ length: 13_000 }, (_, i) => `c${i}=1`).join('; ');
  const header = `${others}; darkroom_session=a`;
  assert.equal(read(header), 'a');
  const [reading, splitting] = [milliseconds(() => read(header)), milliseconds(() => header.split(';'))];
  assert.ok(reading < 6 * splitting, `${reading} ms to read, ${splitting} ms to split`);
});
