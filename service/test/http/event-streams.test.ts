import assert from 'node:assert/strict';
import { test } from 'node:test';
import { route } from '../../src/http/server/route.ts';
import { startServer } from './start-server.ts';
import { testSetups } from './test-setup.ts';

const openSetup = testSetups();

test('a comment line every 15 s keeps proxies from closing a stream', async (t) => {
  const setup = await openSetup();
  t.mock.timers.enable({ apis: ['setInterval'] });
  const silent = route({
    method: 'GET',
    path: '/probe/silent',
    versions: [],
    action: 'public',
    summary: 'Has nothing to tell.',
    schema: {},
    handler: (_, request, reply) => {
      request.server.eventStreams.open(reply);
    },
  });
  const { base } = await startServer(t, setup, [silent]);
  const response = await fetch(`${base}/probe/silent`);
  assert.match(response.headers.get('content-type')!, /^text\/event-stream/);
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  for (let comments = 0; comments < 3; comments += 1) {
    t.mock.timers.tick(14_999);
    t.mock.timers.tick(1);
    assert.deepEqual(await reader.read(), { value: ':\n\n', done: false });
  }
  await reader.cancel();
});
