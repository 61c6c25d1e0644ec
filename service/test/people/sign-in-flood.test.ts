import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, test } from 'node:test';
import { callAs } from '../support/call.ts';
import { randomImage } from '../support/images.ts';
import { testService } from '../support/people/identity-service.ts';
import { ok } from '../support/tenant.ts';

const SIGN_INS = 90;
const ADDRESSES = 12;
const UPLOADS = 5;

describe('a flood of sign-ins', () => {
  const service = testService({ DARKROOM_TRUSTED_PROXIES: '127.0.0.1' });

  const signIn = async (number: number): Promise<Response> => {
    const answer = await fetch(`${service.base}/v1/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.0.0.${number % ADDRESSES}` },
      body: JSON.stringify({ email: `person-${number}@example.com`, password: 'not the password' }),
    });
    await answer.bytes();
    return answer;
  };

  test('does not hold up uploads, and is refused with 503 beyond the queue', async () => {
    const administrator = callAs(service.base, service.seeded.apiKey);
    const image = await randomImage();
    let waiting = SIGN_INS;
    const flood = Promise.all(
      Array.from({ length: SIGN_INS }, (_, number) =>
        signIn(number).finally(() => {
          waiting -= 1;
        }),
      ),
    );
    for (let number = 0; number < UPLOADS; number += 1) {
      const file = { bytes: Buffer.concat([image, randomBytes(16)]), name: 'a.jpg' };
      await ok(administrator('POST /v1/upload', { file }));
    }
    assert.ok(waiting > 0, 'every upload is answered while sign-ins wait');
    const answers = await flood;
    const refused = answers.filter(({ status }) => status === 503);
    assert.ok(refused.length > 0 && refused.length < SIGN_INS);
    for (const { headers } of refused) assert.equal(headers.get('retry-after'), '5');
    assert.ok(answers.every(({ status }) => status === 401 || status === 503));
  });
});
