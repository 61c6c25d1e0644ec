import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { randomImage } from '../support/images.ts';
import { type Service, startService } from '../support/service.ts';
import { ok } from '../support/tenant.ts';

const SIGN_INS = 180;
const ADDRESSES = 12;
const QUIET_UPLOADS = 20;
const ROUNDS = 3;

const median = (numbers: number[]): number => numbers.toSorted((a, b) => a - b)[numbers.length >> 1]!;

describe('a flood of sign-ins', () => {
  let service: Service;
  before(async () => {
    service = await startService({ role: 'api', env: { DARKROOM_TRUSTED_PROXIES: '127.0.0.1' } });
  });
  after(() => service.stop());

  const timesOfUploads = async (isOver: (done: number) => boolean): Promise<number[]> => {
    const image = await randomImage();
    const times: number[] = [];
    while (!isOver(times.length)) {
      const file = { bytes: Buffer.concat([image, randomBytes(16)]), name: 'a.jpg' };
      const start = performance.now();
      await ok(service.administrator('POST /v1/upload', { file }));
      times.push(performance.now() - start);
    }
    return times;
  };

  const signIn = async (round: number, number: number): Promise<Response> => {
    const address = `10.0.${round}.${number % ADDRESSES}`;
    const answer = await fetch(`${service.base}/v1/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
      body: JSON.stringify({ email: `person-${round}-${number}@example.com`, password: 'not the password' }),
    });
    await answer.bytes();
    return answer;
  };

  const round = async (number: number) => {
    const quiet = await timesOfUploads((done) => done === QUIET_UPLOADS);
    let over = false;
    const flood = Promise.all(Array.from({ length: SIGN_INS }, (_, each) => signIn(number, each)));
    flood.finally(() => {
      over = true;
    });
    const during = await timesOfUploads(() => over);
    quiet.push(...(await timesOfUploads((done) => done === QUIET_UPLOADS)));
    return { ratio: median(during) / median(quiet), answers: await flood };
  };

  test('makes an upload take at most three times as long, and is refused with 503 beyond the queue', async () => {
    const ratios: number[] = [];
    // Whatever else the machine does can spoil a round, and the first one runs code that is not compiled yet.
    for (let number = 0; number < ROUNDS && !ratios.some((ratio) => ratio <= 3); number += 1) {
      const { ratio, answers } = await round(number);
      ratios.push(ratio);
      const refused = answers.filter(({ status }) => status === 503);
      assert.ok(refused.length > 0 && refused.length < SIGN_INS);
      for (const { headers } of refused) assert.equal(headers.get('retry-after'), '5');
      assert.ok(answers.every(({ status }) => status === 401 || status === 503));
    }
    assert.ok(Math.min(...ratios) <= 3, `${ratios.join(', ')} times as long`);
  });
});
