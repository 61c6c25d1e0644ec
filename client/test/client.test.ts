import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, type TestContext, test } from 'node:test';
import { type Service, shareService } from '../../service/test/support/service.ts';
import { createClient, followStatus, Refused, runWorkflow, type Status, urlOf } from '../src/index.ts';

let service: Service;
before(async () => {
  service = await shareService();
});
after(() => service.stop());

const clientOf = (baseUrl: string, key: string) =>
  createClient({ baseUrl, credential: { bearer: () => key } });
const administrator = () => clientOf(service.base, service.administratorKey);

const serve = async (t: TestContext, answer: RequestListener): Promise<string> => {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  t.after(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

test('an image is uploaded, run and followed to its final status', async () => {
  const client = administrator();
  const { entries } = await client.get('/v1/workflow');
  const bytes = new Blob([await readFile(new URL('../../service/samples/mug.jpg', import.meta.url))]);
  const id = await runWorkflow(client, {
    workflow: entries.find(({ name }) => name === 'Web resize')?.id ?? '',
    images: [{ name: 'mug.jpg', bytes }],
    idempotencyKey: 'mug-1',
  });
  const seen: Status[] = [];
  for await (const status of followStatus(client, id, { signal: AbortSignal.timeout(30_000) }))
    seen.push(status);
  assert.equal(seen.at(-1), 'COMPLETED');
  const record = await client.get('/v1/workflow/execution/{id}', { path: { id } });
  assert.equal(record.inputFileName, 'mug.jpg');
  assert.ok(record.resultPath);
});

test('the balance is a number, as its type says', async () => {
  const balance: number = await administrator().get('/v1/organization/balance');
  assert.equal(typeof balance, 'number');
});

test('a refusal carries its status and the sentence of the service', async () => {
  await assert.rejects(
    clientOf(service.base, 'no-such-key').get('/v1/workflow'),
    (error) => error instanceof Refused && error.status === 401 && error.message.includes('Bearer'),
  );
  await assert.rejects(
    administrator().get('/v1/workflow/execution/{id}', { path: { id: '../../../health' } }),
    (error) => error instanceof Refused && error.status === 404,
  );
});

test('a service that cannot be reached, and a proxy that answers with a page, are refusals too', async (t) => {
  await assert.rejects(
    clientOf('http://127.0.0.1:1', 'any').get('/v1/workflow'),
    (error) => error instanceof Refused && error.status === 0,
  );
  const proxy = await serve(t, (_request, response) => {
    response.writeHead(502, { 'content-type': 'text/html', 'retry-after': '7' }).end('<h1>Bad gateway</h1>');
  });
  await assert.rejects(
    clientOf(proxy, 'any').get('/v1/workflow'),
    (error) => error instanceof Refused && error.status === 502 && error.retryAfterSeconds === 7,
  );
});

test('a session sends its CSRF token with what changes something, and only then', async (t) => {
  const sent: [string | undefined, string | undefined][] = [];
  const base = await serve(t, ({ method, headers }, response) => {
    sent.push([method, headers['x-csrf-token'] as string | undefined]);
    response.writeHead(204).end();
  });
  const client = createClient({ baseUrl: base, credential: { csrfToken: () => 'token' } });
  await client.get('/v1/session');
  await client.delete('/v1/session');
  assert.deepEqual(sent, [
    ['GET', undefined],
    ['DELETE', 'token'],
  ]);
});

test('a broken status stream is taken up again after the last status that was seen', async (t) => {
  const asked: (string | undefined)[] = [];
  const base = await serve(t, ({ headers }, response) => {
    asked.push(headers['last-event-id'] as string | undefined);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const status = asked.length === 1 ? 'ACTIVE' : 'COMPLETED';
    response.end(`id: ${status}\nevent: ${status}\ndata: ${status}\n\n`);
  });
  const seen: Status[] = [];
  for await (const status of followStatus(clientOf(base, 'any'), 'x', { signal: t.signal }))
    seen.push(status);
  assert.deepEqual(seen, ['ACTIVE', 'COMPLETED']);
  assert.deepEqual(asked, [undefined, 'ACTIVE']);
});

test('a status stream that is refused for now is asked for again, not sooner than the service wants', async (t) => {
  const asked: number[] = [];
  const base = await serve(t, (_request, response) => {
    asked.push(performance.now());
    if (asked.length === 1) return response.writeHead(429, { 'retry-after': '1' }).end();
    return response.writeHead(200, { 'content-type': 'text/event-stream' }).end('data: COMPLETED\n\n');
  });
  const seen: Status[] = [];
  for await (const status of followStatus(clientOf(base, 'any'), 'x', { signal: t.signal }))
    seen.push(status);
  assert.deepEqual(seen, ['COMPLETED']);
  const [first = 0, second = 0] = asked;
  assert.ok(second - first >= 990, `${second - first} ms`);
});

test('a caller that stops reading a status stream closes it', async (t) => {
  const hungUp = Promise.withResolvers<void>();
  const base = await serve(t, (_request, response) => {
    response.once('close', hungUp.resolve);
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: IN_QA\n\n');
  });
  for await (const status of followStatus(clientOf(base, 'any'), 'x', { signal: t.signal })) {
    assert.equal(status, 'IN_QA');
    break;
  }
  await hungUp.promise;
});

test('a pause between two status streams leaves no listener behind', async () => {
  const answers = ['data: ACTIVE\n\n', 'data: COMPLETED\n\n'];
  const client = createClient({
    baseUrl: '',
    credential: { bearer: () => 'any' },
    fetch: async () => new Response(answers.shift() ?? ''),
  });
  const { signal } = new AbortController();
  for await (const _ of followStatus(client, 'x', { signal }));
  assert.deepEqual(getEventListeners(signal, 'abort'), []);
});

test('parameters are encoded, and those that are left out are not sent', () => {
  assert.equal(
    urlOf('/v1/image/{hash}/{name}', { hash: 'a/b', name: 'ü ?.jpg' }, { organization: undefined, limit: 0 }),
    '/v1/image/a%2Fb/%C3%BC%20%3F.jpg?limit=0',
  );
});
