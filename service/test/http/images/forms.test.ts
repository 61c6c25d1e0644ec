import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import type { ContentHash } from '../../../src/domain/ids.ts';
import { serversForTests } from '../start-server.ts';
import { pngImage } from './png-image.ts';
import { form, post } from './upload-requests.ts';

const { openSharedServer } = serversForTests();

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex') as ContentHash;

test('a form with the field `file` is 201 with the hash of the bytes as plain text, without a newline', async () => {
  const { call, services, organizationId } = await openSharedServer();
  const bytes = pngImage();
  const body = new FormData();
  body.append('note', 'something else');
  body.append('file', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), 'photo.jpg');
  const answer = await call('/v1/upload', { method: 'POST', body });
  assert.equal(answer.status, 201);
  assert.equal(answer.headers.get('content-type'), 'text/plain; charset=utf-8');
  assert.equal(await answer.text(), sha256(bytes));
  const held = await services.images.find(organizationId, sha256(bytes));
  assert.deepEqual(
    [held?.contentType, held?.width, held?.height, held?.bytes],
    ['image/png', 8, 6, bytes.length],
  );
});

test('file names come quoted or not, as raw UTF-8 or as filename*, and none is a reason to refuse', async () => {
  const { raw, head } = await openSharedServer();
  const bytes = pngImage('named');
  for (const disposition of [
    'form-data; name="file"; filename="a.png"',
    'form-data; name=file; filename=a.png',
    'form-data; name=file; filename=a photo of us.png',
    'form-data; name="file"; filename="größe 写真.png"',
    'form-data; name="file"; filename*=UTF-8\'\'gr%C3%B6%C3%9Fe.png',
    'form-data; name="file"; filename="x"; filename*=UTF-8\'\'%E5%86%99.png',
    'form-data; filename="a.png"; name="file"',
    'form-data; name="file"; filename="say \\"hi\\".png"',
    'form-data; name="file"; filename="C:\\dir\\a.png"',
    'form-data; name="file"; filename=""',
    'form-data; name="file"',
    'form-data;name="file";filename="a;b.png"',
    'FORM-DATA; NAME="file"; FILENAME="a.png"',
  ])
    for (const end of ['--B--\r\n', '--B--', '--B--\r\nepilogue']) {
      const answer = await raw(
        post(
          head,
          form(bytes, '--B', `Content-Disposition: ${disposition}`, 'Content-Type: image/png', '', null, end),
        ),
      );
      assert.equal(answer.status, 201, `${disposition}: ${answer.body}`);
      assert.equal(answer.body, sha256(bytes), disposition);
    }
});

test('bytes that look like a boundary, but are none, belong to the image', async () => {
  const { raw, head } = await openSharedServer();
  const bytes = pngImage('\r\n--A\r\n--\r\n\r\n-\r--B\r\n');
  const answer = await raw(
    post(
      head,
      form(bytes, 'preamble', '--B', 'Content-Disposition: form-data; name="file"', '', null, '--B--', ''),
    ),
  );
  assert.equal(answer.body, sha256(bytes));
});

test('a form is read right however its bytes are cut into packets', async () => {
  const { port, keyOf } = await openSharedServer();
  const bytes = pngImage('cut \r\n--B');
  const body = form(
    bytes.subarray(0, bytes.length - 5),
    '--B',
    'Content-Disposition: form-data; name="other"',
    '',
    'value',
    '--B',
    'Content-Disposition: form-data; name="file"; filename="a.png"',
    '',
    null,
    '--B--',
  );
  for (const step of [1, 2, 3, 7]) {
    const answer = await inSteps(port, keyOf('owner'), body, step);
    assert.equal(answer, sha256(bytes.subarray(0, bytes.length - 5)), `step ${step}`);
  }
});

/**
 * Sends the body in pieces of `step` bytes. Each piece is a chunk of its own, so that the server sees exactly
 * these cuts.
 */
const inSteps = (port: number, key: string, body: Buffer, step: number): Promise<string> =>
  new Promise((resolve, reject) => {
    const request = httpRequest(
      {
        port,
        path: '/v1/upload',
        method: 'POST',
        headers: {
          authorization: `Bearer ${key}`,
          'content-type': 'multipart/form-data; boundary="B"',
        },
      },
      async (response) => resolve((await response.toArray()).join('')),
    );
    request.on('error', reject);
    for (let at = 0; at < body.length; at += step) request.write(body.subarray(at, at + step));
    request.end();
  });

test('a form without a file, without a boundary, cut short, or with two files is 400', async () => {
  const { raw, dir, head } = await openSharedServer();
  const bytes = pngImage();
  const field = 'Content-Disposition: form-data; name="file"; filename="a.png"';
  const wrong: Record<string, Buffer> = {
    'no file': form(bytes, '--B', 'Content-Disposition: form-data; name="other"', '', null, '--B--', ''),
    'no parts': form(bytes, '--B--', ''),
    'cut in the file': form(bytes, '--B', field, '', null),
    'cut after the file': form(bytes, '--B', field, '', null, '--B'),
    'cut in the headers': form(bytes, '--B', 'Content-Dispo'),
    'two files': form(bytes, '--B', field, '', null, '--B', field, '', null, '--B--', ''),
    'nothing like a form': Buffer.from('nonsense'),
  };
  for (const [name, body] of Object.entries(wrong)) {
    const answer = await raw(post(head, body));
    assert.equal(answer.status, 400, `${name}: ${answer.body}`);
  }
  const right = form(bytes, '--B', field, '', null, '--B--', '');
  assert.equal((await raw(post(head, right, 'multipart/form-data'))).status, 400);
  assert.deepEqual(await readdir(join(dir, 'tmp')), []);
});

test('a form of too many parts, or with too much around the file, is 413', async () => {
  const { raw, head } = await openSharedServer();
  const part = ['--B', 'Content-Disposition: form-data; name="x"', '', 'y'];
  const file = ['--B', 'Content-Disposition: form-data; name="file"', '', null];
  const many = (count: number) => Array.from({ length: count }, () => part).flat();
  assert.equal((await raw(post(head, form(pngImage(), ...many(99), ...file, '--B--')))).status, 201);
  assert.equal((await raw(post(head, form(pngImage(), ...many(100), ...file, '--B--')))).status, 413);
  assert.equal((await raw(post(head, form(pngImage(), ...file, ...many(100), '--B--')))).status, 413);
  const large = ['--B', 'Content-Disposition: form-data; name="x"', '', 'y'.repeat(1_100_000)];
  assert.equal((await raw(post(head, form(pngImage(), ...large, ...file, '--B--')))).status, 413);
  const longHeader = ['--B', `X-Long: ${'y'.repeat(50_000)}`, '', 'y'];
  assert.equal((await raw(post(head, form(pngImage(), ...longHeader, ...file, '--B--')))).status, 413);
});

setFlagsFromString('--expose-gc');
