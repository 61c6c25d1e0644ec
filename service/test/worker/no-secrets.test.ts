import assert from 'node:assert/strict';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { after, before, test } from 'node:test';
import type { OrganizationId } from '../../src/domain/ids.ts';
import { SHIPPED_MODEL } from '../../src/matting/model/model-declaration.ts';
import { openInspector } from '../../src/worker/lanes/inspector.ts';
import { openLane } from '../../src/worker/lanes/lane.ts';
import { openModelOnDemand } from '../../src/worker/models/model-on-demand.ts';
import { LIMITS, openFolder, plain } from '../components/sample-images.ts';
import { childrenOf } from './child-processes.ts';

const memory = { deadlineMs: 60_000, memoryBytes: 2 ** 30 };
const SECRETS = ['DATABASE_URL', 'DARKROOM_API_KEY', 'DARKROOM_ADMIN_PASSWORD', 'DARKROOM_SMTP_URL'];
const server = createServer();
let closeAll: (() => Promise<void>)[] = [];
let children: number[] = [];

before(async () => {
  for (const name of SECRETS) process.env[name] = 'a secret';
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const lane = openLane({ ...memory, jobsBeforeRecycle: 10 });
  const inspector = openInspector({ limits: LIMITS, processes: 1 });
  const model = openModelOnDemand({ ...memory, declaration: SHIPPED_MODEL, threads: 1 });
  closeAll = [lane.close, inspector.close, model.close];
  const folder = openFolder();
  const image = folder.file(await plain(8, 8, [1, 2, 3]).png().toBuffer());
  const job = { steps: [], inputs: { default: image }, output: folder.file(), limits: LIMITS };
  await lane.apply(job, new AbortController().signal);
  await inspector.inspect(image, 'any' as OrganizationId);
  await model.find(new Uint8Array(SHIPPED_MODEL.size ** 2 * 3));
  children = childrenOf();
});
after(async () => {
  server.close();
  await Promise.all(closeAll.map((close) => close()));
});

test('lanes, header reader and model get no setting of the service in their environment', () => {
  assert.equal(children.length, 3);
  const known = /^(UV_THREADPOOL_SIZE|MALLOC_ARENA_MAX|NODE_COMPILE_CACHE|NODE_CHANNEL_\w+)=/;
  for (const pid of children) {
    const variables = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').filter(Boolean);
    assert.deepEqual(
      variables.filter((variable) => !known.test(variable)),
      [],
    );
  }
});

test('lanes, header reader and model hold no socket of the service', () => {
  // Stderr is left out, because the children share the stderr of the service.
  const socketsOf = (pid: number) =>
    readdirSync(`/proc/${pid}/fd`)
      .filter((name) => name !== '2')
      .map((name) => linkOf(`/proc/${pid}/fd/${name}`))
      .filter((target) => target.startsWith('socket:'));
  const own = socketsOf(process.pid);
  assert.ok(own.length > children.length, 'the server, and a channel to each child');
  for (const pid of children) {
    const theirs = socketsOf(pid);
    assert.ok(theirs.length > 0, 'the channel to the service');
    assert.deepEqual(
      theirs.filter((socket) => own.includes(socket)),
      [],
    );
  }
});

/**
 * The target of a link to an open file, or nothing when the link is gone. One always is: listing the folder of the links
 * opens a file, which is closed afterwards.
 */
const linkOf = (path: string): string => {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
};
