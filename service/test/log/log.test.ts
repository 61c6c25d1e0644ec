import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { openLog } from '../../src/log/log.ts';

const SECRETS = ['authorization', 'cookie', 'password', 'secret', 'token', 'key', 'apiKey', 'csrfToken'];

test('a log line contains no secret of the service or of a request', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'darkroom-log-'));
  t.after(() => rm(folder, { recursive: true }));
  const file = join(folder, 'log');
  const log = openLog('info', file);
  const secrets = Object.fromEntries(SECRETS.map((name) => [name, 'hidden-value']));
  log.info({ ...secrets, message: 'own' });
  log.info({ route: '/v1/invitation/:token', params: { id: 'shown', ...secrets }, message: 'request' });
  const text = await readFile(file, 'utf8');
  assert.ok(!text.includes('hidden-value'), text);
  const [own, request] = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  for (const name of SECRETS) {
    assert.equal(own[name], '[redacted]');
    assert.equal(request.params[name], '[redacted]');
  }
  assert.deepEqual([request.params.id, request.level], ['shown', 'info']);
});
