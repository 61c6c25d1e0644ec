import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { after, describe, test } from 'node:test';
import { statement } from '../../../src/postgres/connection/database.ts';
import type { Call } from '../../support/call.ts';
import { randomImage } from '../../support/images.ts';
import { shareService } from '../../support/service.ts';
import { addWorkflow, balance, type create, openTenant, untilStatus, upload } from '../../support/tenant.ts';

const UNKNOWN_ID = '018f3a5e-7c00-7000-8000-000000000000';
const service = await shareService();
after(() => service.stop());
const imageOf = (contentHash: string, name = 'shoe.jpg') => ({
  name,
  contentHash,
  contentType: 'image/jpeg',
});
const createLine = (workflow: { id: string } | string, query = '') =>
  `POST /v1/workflow/execution/create?workflow=${typeof workflow === 'string' ? workflow : workflow.id}${query}`;
const totalOf = async (call: Call) =>
  (await call('GET /v2/workflow/execution/?limit=0')).json<{ total: number }>().total;

describe('Create: Idempotency-Key', { concurrency: true }, () => {
  const key = (text: string) => ({ 'idempotency-key': text });
  const MORE_THAN_SOCKETS_HOLD = 48 * 1024 * 1024;
  /** Reserves the key `k`, as another process does at its first call with this key. */
  const RESERVE_K = statement(
    "insert into idempotency_keys (organization_id, key, fingerprint, execution_id) values ($1, 'k', '', $1)",
  );

  test('the same request with the same key replays the 201, whatever the order of its keys', async () => {
    const { operator, owner } = await openTenant(service);
    const workflow = await addWorkflow(owner);
    const image = imageOf(await upload(operator));
    const line = createLine(workflow);
    const first = await operator(line, { json: { image, labels: { a: '1', b: '2' } }, headers: key('k') });
    assert.equal(first.status, 201);
    const { name, contentHash, contentType } = image;
    const json = { labels: { b: '2', a: '1' }, image: { contentType, contentHash, name } };
    for (let again = 0; again < 3; again += 1) {
      const replay = await operator(line, { json, headers: key('k') });
      assert.equal(replay.status, 201);
      assert.equal(replay.headers.get('content-type'), 'text/plain; charset=utf-8');
      assert.equal(replay.text, first.text);
    }
    assert.equal(await totalOf(operator), 1);
    await untilStatus(operator, first.text, 'COMPLETED');
    assert.equal((await operator(line, { json, headers: key('k') })).text, first.text);
    assert.equal(await balance(operator), 1_000 - workflow.executionPrice);
  });

  test('the same file in another form is the same request: the boundary does not count', async () => {
    const { operator, owner } = await openTenant(service);
    const line = createLine(await addWorkflow(owner));
    const bytes = await randomImage();
    const send = (boundary: string, name = 'a.jpg') =>
      operator(line, {
        headers: { ...key('k'), 'content-type': `multipart/form-data; boundary=${boundary}` },
        body: Buffer.concat([
          Buffer.from(
            `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n`,
          ),
          bytes,
          Buffer.from(`\r\n--${boundary}--\r\n`),
        ]),
      });
    const [first, second] = [await send('one'), await send('another')];
    assert.equal(first.status, 201);
    assert.deepEqual([second.status, second.text], [201, first.text]);
    assert.equal((await send('one', 'b.jpg')).status, 409);
    assert.equal(await totalOf(operator), 1);
  });

  test('a replay needs only the key: the workflow may have been archived meanwhile', async () => {
    const { operator, owner } = await openTenant(service);
    const workflow = await addWorkflow(owner);
    const json = { image: imageOf(await upload(operator)) };
    const file = { bytes: await randomImage(), name: 'a.jpg' };
    const [first, second] = [
      await operator(createLine(workflow), { json, headers: key('json') }),
      await operator(createLine(workflow), { file, headers: key('form') }),
    ];
    assert.equal((await owner(`DELETE /v1/workflow/${workflow.id}`)).status, 204);
    assert.equal((await operator(createLine(workflow), { json, headers: key('json') })).text, first.text);
    assert.equal((await operator(createLine(workflow), { file, headers: key('form') })).text, second.text);
    assert.equal((await operator(createLine(workflow), { json, headers: key('new') })).status, 404);
  });

  test('another request with the same key is 409', async () => {
    const { operator, owner } = await openTenant(service);
    const [workflow, other] = [await addWorkflow(owner), await addWorkflow(owner)];
    const image = imageOf(await upload(operator));
    const [line, headers] = [createLine(workflow), key('k')];
    assert.equal((await operator(line, { json: { image }, headers })).status, 201);
    const different = imageOf(await upload(operator));
    for (const [otherLine, json] of [
      [line, { image: different }],
      [line, { image: { ...image, name: 'other.jpg' } }],
      [line, { image: { ...image, contentType: 'image/png' } }],
      [line, { image, more: true }],
      [line, { image, labels: { a: '1' } }],
      [line, { image, settings: { x: {} } }],
      [line, { image, webhooks: ['https://example.invalid/'] }],
      [createLine(other), { image }],
      [createLine(workflow, `&version=${workflow.version}`), { image }],
      [createLine(workflow, '&label[a]=1'), { image }],
    ] as const)
      assert.equal((await operator(otherLine, { json, headers })).status, 409, JSON.stringify(json));
    assert.equal(await totalOf(operator), 1);
  });

  test('concurrent requests with the same key make one execution', async () => {
    const { operator, owner } = await openTenant(service);
    const workflow = await addWorkflow(owner);
    const json = { image: imageOf(await upload(operator)) };
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => operator(createLine(workflow), { json, headers: key('k') })),
    );
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [201]);
    assert.equal(new Set(answers.map(({ text }) => text)).size, 1);
    assert.equal(await totalOf(operator), 1);
  });

  test('while the first is in progress the second waits up to 10 s, then 409 with Retry-After', async () => {
    const { operator, owner, id } = await openTenant(service);
    const workflow = await addWorkflow(owner);
    const json = { image: imageOf(await upload(operator)) };
    await service.database.database.transaction(async (run) => {
      await run(RESERVE_K, [id]);
      const startedAt = performance.now();
      const answer = await operator(createLine(workflow), { json, headers: key('k') });
      assert.equal(answer.status, 409);
      assert.match(answer.headers.get('retry-after') ?? '', /^[1-9]\d*$/);
      assert.ok(performance.now() - startedAt >= 9_900);
    });
  });

  test('a first call that is still uploading counts as the first', async () => {
    const { operator, owner } = await openTenant(service);
    const line = createLine(await addWorkflow(owner));
    const bytes = await randomImage();
    const headers = {
      authorization: `Bearer ${operator.key}`,
      'content-type': 'multipart/form-data; boundary=x',
    };
    const first = request(service.base + line.split(' ')[1], {
      method: 'POST',
      headers: { ...headers, ...key('k') },
    });
    const answer = once(first, 'response') as Promise<[IncomingMessage]>;
    first.write('--x\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n');
    first.write(bytes);
    // This part is larger than the buffers of the connection: once it is written, the service has begun the call
    // and has read most of the part.
    await new Promise((written) => first.write(Buffer.alloc(MORE_THAN_SOCKETS_HOLD), written));
    const second = operator(line, { file: { bytes, name: 'another.jpg' }, headers: key('k') });
    let answered = false;
    void second.then(() => {
      answered = true;
    });
    for (let others = 0; others < 30; others += 1) await operator('GET /v1/workflow');
    assert.equal(answered, false);
    first.end('\r\n--x--\r\n');
    assert.equal((await answer)[0].statusCode, 201);
    assert.equal((await second).status, 409);
  });

  test('calls with other keys do not wait for a key that is in progress', async () => {
    const { operator, owner, id } = await openTenant(service);
    const workflow = await addWorkflow(owner);
    const json = { image: imageOf(await upload(operator)) };
    const release = new Error('put back');
    const create = (headers: Record<string, string>) => operator(createLine(workflow), { json, headers });
    let blocked: Promise<Awaited<ReturnType<typeof create>>[]> | undefined;
    let answered = false;
    const held = service.database.database.transaction(async (run) => {
      await run(RESERVE_K, [id]);
      // More calls at once than the pool has connections to the database.
      blocked = Promise.all(Array.from({ length: 30 }, () => create(key('k'))));
      void blocked.then(() => {
        answered = true;
      });
      const others = [key('another'), key('a third'), {}].map(create);
      const startedAt = performance.now();
      for (const other of others) assert.equal((await other).status, 201);
      assert.equal(answered, false);
      assert.ok(performance.now() - startedAt < 5_000);
      throw release;
    });
    await assert.rejects(held, release);
    assert.deepEqual(new Set((await blocked)?.map(({ status }) => status)), new Set([201]));
    assert.equal(await totalOf(operator), 4);
  });

  test('a key belongs to one organization, and a refused call does not use it up', async () => {
    const [ours, theirs] = [await openTenant(service), await openTenant(service)];
    const ids = new Set<string>();
    for (const { operator, owner } of [ours, theirs]) {
      const workflow = await addWorkflow(owner);
      const json = { image: imageOf(await upload(operator)) };
      const headers = key('shared');
      assert.equal((await operator(createLine(UNKNOWN_ID), { json, headers })).status, 404);
      assert.equal((await operator(createLine(workflow), { json: {}, headers })).status, 400);
      const answer = await operator(createLine(workflow), { json, headers });
      assert.equal(answer.status, 201);
      ids.add(answer.text);
    }
    assert.equal(ids.size, 2);
  });

  test('a key lives for 24 hours and is free again then', async () => {
    const { operator, owner, id } = await openTenant(service);
    const workflow = await addWorkflow(owner);
    const send = async () =>
      operator(createLine(workflow), { json: { image: imageOf(await upload(operator)) }, headers: key('k') });
    assert.equal((await send()).status, 201);
    const age = (hours: number) =>
      service.database.database.run(
        statement(
          'update idempotency_keys set created_at = now() - make_interval(mins => $2) where organization_id = $1',
        ),
        [id, hours * 60 - 1],
      );
    await age(24);
    assert.equal((await send()).status, 409);
    await age(25);
    assert.equal((await send()).status, 201);
    assert.equal((await send()).status, 409);
  });

  test('a key has 1 to 255 printable characters, otherwise 400', async () => {
    const { operator, owner } = await openTenant(service);
    const workflow = await addWorkflow(owner);
    const json = { image: imageOf(await upload(operator)) };
    const status = async (text: string) =>
      (await operator(createLine(workflow), { json, headers: key(text) })).status;
    for (const text of ['k', 'a b', '~'.repeat(255)]) assert.equal(await status(text), 201, text);
    for (const text of ['', 'x'.repeat(256), 'ü', 'a\tb']) assert.equal(await status(text), 400, text);
  });
});
