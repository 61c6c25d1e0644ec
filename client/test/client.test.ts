import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, type TestContext, test } from 'node:test';
import { type Service, shareService } from '../../service/test/support/service.ts';
import {
  createClient,
  followEvents,
  isFinal,
  Refused,
  runWorkflow,
  type Status,
  type StreamEvent,
  urlOf,
} from '../src/index.ts';

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
  const url = urlOf('/v1/workflow/execution/{id}/status', { id });
  for await (const { data } of followEvents(client, url, AbortSignal.timeout(30_000))) {
    seen.push(data as Status);
    if (isFinal(data as Status)) break;
  }
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

/** The events of a stream, up to the one with the data `last`. */
const eventsUpTo = async (last: string, base: string, signal: AbortSignal): Promise<StreamEvent[]> => {
  const seen: StreamEvent[] = [];
  for await (const event of followEvents(clientOf(base, 'any'), '/stream', signal)) {
    seen.push(event);
    if (event.data === last) break;
  }
  return seen;
};
const STREAM = { 'content-type': 'text/event-stream' };

test('a broken stream is taken up again after the last event that was seen', async (t) => {
  const asked: (string | undefined)[] = [];
  const base = await serve(t, ({ headers }, response) => {
    asked.push(headers['last-event-id'] as string | undefined);
    response.writeHead(200, STREAM);
    response.write(':\n\n');
    response.end(`id: ${asked.length}.0\nevent: counted\ndata: ${asked.length}\n\ndata: half`);
  });
  assert.deepEqual(await eventsUpTo('2', base, t.signal), [
    { type: 'counted', data: '1' },
    { type: 'counted', data: '2' },
  ]);
  assert.deepEqual(asked, [undefined, '1.0']);
});

test('a stream that is refused for now is asked for again, not sooner than the service wants', async (t) => {
  const asked: number[] = [];
  const base = await serve(t, (_request, response) => {
    asked.push(performance.now());
    if (asked.length === 1) return response.writeHead(429, { 'retry-after': '1' }).end();
    if (asked.length === 2) return response.writeHead(502).end('<h1>Bad gateway</h1>');
    return response.writeHead(200, STREAM).end('data: here\n\n');
  });
  assert.deepEqual(await eventsUpTo('here', base, t.signal), [{ type: 'message', data: 'here' }]);
  const [first = 0, second = 0, third = 0] = asked;
  assert.ok(second - first >= 990, `${second - first} ms`);
  assert.ok(third - second >= 990, `the second pause of ${third - second} ms is longer than the first`);
});

test('a stream that is refused for good throws, and one without further events ends', async (t) => {
  const statuses = [404, 204];
  const base = await serve(t, (_request, response) => response.writeHead(statuses.shift() ?? 500).end());
  await assert.rejects(
    eventsUpTo('none', base, t.signal),
    (error) => error instanceof Refused && error.status === 404,
  );
  assert.deepEqual(await eventsUpTo('none', base, t.signal), []);
});

test('a caller that stops reading a stream closes it', async (t) => {
  const hungUp = Promise.withResolvers<void>();
  const base = await serve(t, (_request, response) => {
    response.once('close', hungUp.resolve);
    response.writeHead(200, STREAM).write('data: IN_QA\n\n');
  });
  await eventsUpTo('IN_QA', base, t.signal);
  await hungUp.promise;
});

test('a pause between two streams leaves no listener behind', async () => {
  const answers = ['data: ACTIVE\n\n', 'data: COMPLETED\n\n'];
  const client = createClient({
    baseUrl: '',
    credential: { bearer: () => 'any' },
    fetch: async () => new Response(answers.shift() ?? ''),
  });
  const { signal } = new AbortController();
  for await (const { data } of followEvents(client, '/stream', signal)) if (data === 'COMPLETED') break;
  assert.deepEqual(getEventListeners(signal, 'abort'), []);
});

test('parameters are encoded, and those that are left out are not sent', () => {
  assert.equal(
    urlOf('/v1/image/{hash}/{name}', { hash: 'a/b', name: 'ü ?.jpg' }, { organization: undefined, limit: 0 }),
    '/v1/image/a%2Fb/%C3%BC%20%3F.jpg?limit=0',
  );
});
