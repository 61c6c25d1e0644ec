// Checks the files in deploy/prometheus with promtool. `npm run test:deploy` runs it.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { promisify } from 'node:util';

const run = promisify(execFile);
const RULES = join(import.meta.dirname, '../../../deploy/prometheus/alerts.yaml');

before(() =>
  run('promtool', ['--version']).catch(() => {
    throw new Error('promtool is not installed. Install it first: apt-get install prometheus');
  }),
);

test('Prometheus loads the rules', async () => {
  const { stdout } = await run('promtool', ['check', 'rules', RULES]);
  assert.match(stdout, /SUCCESS: 12 rules found/);
});

test('each alert fires when its service level is missed, and none fires while all are met', async () => {
  const { stdout } = await run('promtool', ['test', 'rules', join(import.meta.dirname, 'alerts.yaml')]);
  assert.match(stdout, /SUCCESS/);
});
