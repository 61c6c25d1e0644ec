import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { readConfig } from '../../src/config.ts';
import type { ContentHash, OrganizationId } from '../../src/domain/ids.ts';
import { openThumbnails } from '../../src/programs/serving/caches/thumbnails.ts';
import type { Foundation } from '../../src/programs/serving/foundation.ts';
import { LIMITS, openFolder, plain } from '../components/sample-images.ts';
import { childrenOf } from '../worker/child-processes.ts';

const folder = openFolder();
const ONE = 'one' as OrganizationId;
const TWO = 'two' as OrganizationId;

test('a thumbnail that takes 5 s is 422, and those that wait are made in a fresh process', async (t) => {
  const dir = await mkdtemp(join(tmpdir(), 'darkroom-thumbnails-'));
  const image = folder.file(await plain(40, 30, [9, 9, 9]).jpeg().toBuffer());
  const asking = new EventEmitter();
  const path = async () => {
    asking.emit('path');
    return image;
  };
  const objects = { path, checkRoom: async () => {} } as unknown as Foundation['objects'];
  const config = readConfig({ DARKROOM_DATA_DIR: dir });
  const thumbnails = await openThumbnails({
    config,
    objects,
    limits: LIMITS,
    runAs: undefined,
    reportBroken: () => {},
  });
  t.after(async () => {
    await thumbnails.close();
    await rm(dir, { recursive: true });
  });
  const ask = (organization: OrganizationId, digit: string) =>
    thumbnails.get(organization, digit.repeat(64) as ContentHash, 160);
  await ask(ONE, '0');
  for (const pid of childrenOf()) process.kill(pid, 'SIGSTOP');
  const begun = once(asking, 'path');
  const hung = assert.rejects(ask(ONE, '1'), {
    code: 'unprocessable_image',
    message:
      'Processing the image took longer than 5 s. Run it again with a smaller image, or with fewer or lighter steps.',
  });
  await begun;
  // After this turn of the event loop, the stopped process has received the job.
  await setImmediate();
  await Promise.all([hung, ask(ONE, '2'), ask(TWO, '3')]);
});
