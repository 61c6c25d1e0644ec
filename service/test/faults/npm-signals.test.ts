import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, test } from 'node:test';
import { freshDatabase } from '../support/database.ts';
import { until } from '../support/until.ts';
import { signal } from './support/processes.ts';
import { atTheEnd, endAll, newDataFolder } from './support/service.ts';

const ROOT = join(import.meta.dirname, '../../..');

after(endAll);

test('a signal to `npm run darkroom api` ends the service, and nothing goes on answering', async () => {
  const database = await freshDatabase({ connections: 2 });
  atTheEnd(database.drop);
  const npm = spawn('npm', ['run', 'darkroom', 'api'], {
    cwd: ROOT,
    env: {
      ...process.env,
      DATABASE_URL: database.url,
      DARKROOM_DATA_DIR: await newDataFolder(),
      DARKROOM_PORT: '0',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  atTheEnd(async () => signal(-npm.pid!, 'SIGKILL'));
  const url = await new Promise<string>((resolve) => {
    createInterface(npm.stdout).on('line', (line) => {
      const found = /ready at (\S+)/.exec(line);
      if (found) resolve(found[1]!);
    });
  });
  const isAnswering = () =>
    fetch(`${url}/openapi.json`).then(
      ({ status }) => status === 200,
      () => false,
    );
  assert.ok(await isAnswering());
  const exit = once(npm, 'exit');
  signal(npm.pid!, 'SIGTERM');
  await exit;
  await until('the service has ended', 10_000, async () => !(await isAnswering()));
});
