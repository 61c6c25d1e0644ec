import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { signedHeaders } from '../../src/operations/webhooks/signed-headers.ts';

const body = '{"type":"execution.completed","data":{"name":"Straße 🚀"}}';
const newSecret = (bytes = 32) => `whsec_${randomBytes(bytes).toString('base64')}`;

test('an independent implementation of Standard Webhooks accepts the signature', () => {
  const secret = newSecret();
  const headers = signedHeaders('message-1', new Date(), body, [secret]);
  assert.deepEqual(new Webhook(secret).verify(body, headers), JSON.parse(body));
  assert.throws(() => new Webhook(secret).verify(`${body} `, headers));
  assert.throws(() => new Webhook(secret).verify(body, { ...headers, 'webhook-id': 'message-2' }));
  assert.throws(() => new Webhook(newSecret()).verify(body, headers));
});

test('the example of the specification is signed as printed there', () => {
  const headers = signedHeaders(
    'msg_p5jXN8AQM9LWM0D4loKWxJek',
    new Date(1614265330_000),
    '{"test": 2432232314}',
    ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
  );
  assert.equal(headers['webhook-signature'], 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
});

test('while a secret is replaced, receivers with the old and with the new one both accept', () => {
  const secrets = [newSecret(), newSecret(24)];
  const headers = signedHeaders('message-1', new Date(), body, secrets);
  assert.match(headers['webhook-signature']!, /^v1,\S+ v1,\S+$/);
  for (const secret of secrets) new Webhook(secret).verify(body, headers);
});
