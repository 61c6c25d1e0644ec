import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from '../../src/domain/errors.ts';
import { checkWebhookUrls } from '../../src/domain/webhooks/web-urls.ts';
import { openGuardedFetch } from '../../src/egress/guarded-fetch.ts';

const { forbids } = openGuardedFetch({ allow: ['10.9.0.0/16'], allowLoopback: false });
const refuses = (...urls: string[]) =>
  assert.throws(
    () => checkWebhookUrls(urls, forbids),
    (error) => error instanceof Refusal && error.code === 'malformed' && /\.$/.test(error.message),
    urls[0],
  );

test('http and https URLs are kept as they were given', () => {
  const urls = [
    'https://example.com',
    'HTTP://Example.com:8080/a?b#c',
    'https://u:p@example.com/',
    'http://10.9.1.1/',
    'https://bücher.example/ü',
    'http://[2606:4700::1111]/',
    'http://localhost:3000/hook',
  ];
  assert.deepEqual(checkWebhookUrls(urls, forbids), urls);
  assert.deepEqual(checkWebhookUrls([], forbids), []);
});

test('at most ten webhooks are allowed', () => {
  const url = 'https://example.com/';
  assert.equal(checkWebhookUrls(Array(10).fill(url), forbids).length, 10);
  refuses(...Array(11).fill(url));
});

test('anything else than an http or https URL is refused', () => {
  for (const text of [
    '',
    'example.com',
    '/hook',
    'ftp://example.com/',
    'javascript:alert(1)',
    'file:///etc/passwd',
    'http://',
    'http://exa mple.com/',
    ' https://example.com/',
    'https://example.com/\n',
    'https://example.com/\0',
    'https://example.com/\ud800',
    `https://example.com/${'a'.repeat(2048)}`,
    'http://1.2.3.256/',
    'http://[::1/',
  ])
    refuses(text);
});

test('a literal forbidden address is refused in every notation', () => {
  for (const host of [
    '127.0.0.1',
    '2130706433',
    '0x7f.1',
    '0177.1',
    '10.0.0.1',
    '[::1]',
    '[::ffff:10.9.1.1]',
    '0',
  ])
    refuses(`http://${host}/hook`);
});
