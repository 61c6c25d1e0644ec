import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { readConfig } from '../../src/config.ts';
import type { OrganizationId, WorkflowId } from '../../src/domain/ids.ts';
import type { SeedResult } from '../../src/operations/installation/seed.ts';
import { banner } from '../../src/programs/serving/banner.ts';
import { newInstallation } from '../support/new-installation.ts';

const installation = newInstallation();
const KEY = 'a-key-of-more-than-32-characters-0123456789';

const ask = async (env: Record<string, string>) => {
  const child = installation.run(['api-key'], env);
  const [printed, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  return { printed, stderr, code };
};

test('darkroom api-key prints the path of the file with the key, or where else the key comes from', async () => {
  const dataDir = join(installation.folder(), 'data');
  const path = join(dataDir, 'api-key');
  const env = { DARKROOM_DATA_DIR: dataDir };
  const stderr = `There is no API key yet. The first start creates one and stores it in ${path}.\n`;
  assert.deepEqual(await ask(env), { printed: '', stderr, code: 1 });
  await mkdir(dataDir);
  await writeFile(path, KEY);
  assert.deepEqual(await ask(env), { printed: `${path}\n`, stderr: '', code: 0 });
  const printed = 'The API key is the value of DARKROOM_API_KEY. It is not stored in a file.\n';
  assert.deepEqual(await ask({ ...env, DARKROOM_API_KEY: KEY }), { printed, stderr: '', code: 0 });
});

test('the start never prints a key that was set or made before', () => {
  const seeded: SeedResult = {
    apiKey: KEY,
    mayShowApiKey: false,
    isApiKeyRevoked: false,
    adminEmail: 'ann@example.com',
    organizationId: 'organization' as OrganizationId,
    packshotWorkflowId: 'workflow' as WorkflowId,
  };
  const start = (env: Record<string, string>, more: Partial<SeedResult> = {}) =>
    banner(readConfig(env), 'http://127.0.0.1:8080', { ...seeded, ...more });
  const set = start({ DARKROOM_API_KEY: KEY });
  assert.match(set, /curl -sH "Authorization: Bearer \$DARKROOM_API_KEY" -F /);
  const kept = start({ DARKROOM_DATA_DIR: "/srv/Ann's data" });
  assert.ok(kept.includes(`curl -sH "Authorization: Bearer $(cat '/srv/Ann'\\''s data/api-key')" -F `), kept);
  for (const printed of [set, kept]) assert.ok(!printed.includes(KEY));
  const revoked = start({ DARKROOM_API_KEY: KEY }, { isApiKeyRevoked: true });
  assert.match(revoked, /API key +DARKROOM_API_KEY is a key that was revoked; set another one/);
  assert.ok(start({}, { mayShowApiKey: true }).includes(`'Authorization: Bearer ${KEY}'`));
});
