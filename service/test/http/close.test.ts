import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { connect } from 'node:net';
import { test } from 'node:test';
import { route } from '../../src/http/server/route.ts';
import { startServer } from './start-server.ts';
import { testWorlds } from './test-world.ts';

const openWorld = testWorlds();

test('closing ends open streams, finishes running answers, and closes idle and unused connections', async (t) => {
  const started = Promise.withResolvers<void>();
  const finish = Promise.withResolvers<void>();
  const stream = route({
    method: 'GET',
    path: '/probe/stream',
    versions: [],
    action: 'public',
    summary: 'Stays open until the server closes.',
    schema: {},
    handler: (_, request, reply) => {
      reply.hijack();
      reply.raw.writeHead(200).write('open');
      request.server.closing.addEventListener('abort', () => reply.raw.end(' closed'));
    },
  });
  const slow = route({
    method: 'GET',
    path: '/probe/slow',
    versions: [],
    action: 'public',
    summary: 'Answers when it is told to.',
    schema: {},
    handler: async () => {
      started.resolve();
      await finish.promise;
      return 'done';
    },
  });
  const { server, base } = await startServer(t, await openWorld(), [stream, slow]);
  const agent = new Agent({ keepAlive: true });
  const ask = async (path: string) => {
    const [response] = await once(get(`${base}${path}`, { agent }), 'response');
    return response;
  };
  const streaming = await ask('/probe/stream');
  const answering = ask('/probe/slow');
  await started.promise;
  await (await ask('/nothing')).toArray();
  const unused = connect(Number(new URL(base).port), '127.0.0.1');
  await once(server.server, 'connection');

  const closingSince = performance.now();
  const closed = server.close();
  assert.equal((await streaming.toArray()).join(''), 'open closed');
  finish.resolve();
  assert.equal((await (await answering).toArray()).join(''), 'done');
  await closed;
  assert.ok(performance.now() - closingSince < 5_000, 'the close waited for an idle connection');
  agent.destroy();
  unused.destroy();
});

test('connections that do not end by themselves are cut off after a while', async (t) => {
  const hang = route({
    method: 'GET',
    path: '/probe/hang',
    versions: [],
    action: 'public',
    summary: 'Never ends.',
    schema: {},
    handler: (_, __, reply) => {
      reply.hijack();
      reply.raw.writeHead(200).write('open');
    },
  });
  const { server, base } = await startServer(t, await openWorld({ DARKROOM_SHUTDOWN_MS: '50' }), [hang]);
  const [response] = await once(get(`${base}/probe/hang`), 'response');
  const broken = once(response, 'error').then(() => 'cut off');
  response.resume();
  await server.close();
  assert.equal(await broken, 'cut off');
});
