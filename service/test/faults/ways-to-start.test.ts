import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, test } from 'node:test';
import { freshDatabase } from '../support/database/database.ts';
import { until } from '../support/until.ts';
import { signal } from './support/processes.ts';
import { atTheEnd, cleanUp, newDataFolder } from './support/service.ts';

const ROOT = join(import.meta.dirname, '../../..');

after(cleanUp);

/** The command of a unit in deploy/systemd, with its path relative to the project's folder. */
const unitCommand = (name: string): string => {
  const unit = readFileSync(join(ROOT, 'deploy/systemd', `darkroom-${name}.service`), 'utf8');
  // systemd sends SIGTERM to the main process alone. The test does the same.
  assert.match(unit, /^KillMode=mixed$/m);
  return /^ExecStart=\/opt\/darkroom\/(.+)$/m.exec(unit)![1]!;
};

const WAYS = {
  '`npm run darkroom api`': 'npm run darkroom api',
  'the API under systemd': unitCommand('api'),
  'a worker under systemd': unitCommand('worker'),
};

test('the signal to stop ends the whole service, however it was started', async (t) => {
  const database = await freshDatabase({ connections: 2 });
  atTheEnd(database.drop);
  const env = {
    ...process.env,
    DATABASE_URL: database.url,
    DARKROOM_DATA_DIR: await newDataFolder(),
    DARKROOM_PORT: '0',
    DARKROOM_LANES: '1',
  };
  for (const [name, command] of Object.entries(WAYS))
    await t.test(name, async () => {
      const [program = '', ...args] = command.split(' ');
      const main = spawn(program, args, {
        cwd: ROOT,
        env,
        stdio: ['ignore', 'pipe', 'inherit'],
        detached: true,
      });
      const group = -main.pid!;
      atTheEnd(async () => signal(group, 'SIGKILL'));
      await new Promise<void>((resolve) => {
        createInterface(main.stdout).on('line', (line) => {
          if (/^Darkroom is (ready|working)/.test(line)) resolve();
        });
      });
      const exit = once(main, 'exit');
      signal(main.pid!, 'SIGTERM');
      const [code] = await exit;
      if (program !== 'npm') assert.equal(code, 0);
      await until('no process of its group is left', 10_000, () => {
        try {
          process.kill(group, 0);
          return false;
        } catch {
          return true;
        }
      });
    });
});
