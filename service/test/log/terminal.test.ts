import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { freshDatabase } from '../support/database/database.ts';
import { MAIN } from '../support/main-file.ts';

const READY = /Darkroom is ready at (\S+)/;
const KEY = 'the-key-of-the-terminal-test-0123456789';

/** `script` runs a command in a terminal of its own. It is part of every Debian and macOS, with different options. */
const inTerminal = (command: string[]): string[] =>
  process.platform === 'linux'
    ? ['script', '-qec', command.map((part) => `'${part}'`).join(' '), '/dev/null']
    : ['script', '-q', '/dev/null', ...command];

/** Starts the API, makes a call that succeeds and one that is refused with 503, and returns the lines of the log. */
const logOf = async (command: string[], env: Record<string, string>): Promise<Record<string, unknown>[]> => {
  const [program = '', ...args] = command;
  const child = spawn(program, args, { env, stdio: ['pipe', 'pipe', 'pipe'] });
  const lines: Record<string, unknown>[] = [];
  const others: string[] = [];
  const refused = Promise.withResolvers<void>();
  const ready = Promise.withResolvers<string>();
  // A terminal shows both streams as one.
  for (const stream of [child.stdout, child.stderr])
    createInterface(stream).on('line', (line) => {
      const url = READY.exec(line)?.[1];
      if (url) ready.resolve(url);
      if (!line.startsWith('{')) return others.push(line);
      const entry = JSON.parse(line);
      lines.push(entry);
      if (entry.status === 503) refused.resolve();
    });
  const exit = once(child, 'exit').then(() =>
    Promise.reject(new Error(`The API ended: ${others.join('\n')}`)),
  );
  const url = await Promise.race([ready.promise, exit]);
  const headers = { authorization: `Bearer ${KEY}` };
  assert.equal((await fetch(`${url}/v1/organization/balance`, { headers })).status, 200);
  const upload = { method: 'POST', headers: { ...headers, 'content-type': 'image/png' }, body: 'any' };
  assert.equal((await fetch(`${url}/v1/upload`, upload)).status, 503);
  await Promise.race([refused.promise, exit]);
  child.kill('SIGTERM');
  await exit.catch(() => {});
  return lines;
};

test('on a terminal the log has warnings only, elsewhere a line for each request as well', async (t) => {
  const { url, drop } = await freshDatabase({ connections: 1 });
  const folder = await mkdtemp(join(tmpdir(), 'darkroom-terminal-'));
  t.after(async () => {
    await rm(folder, { recursive: true });
    await drop();
  });
  const env = {
    PATH: process.env['PATH'] ?? '',
    DATABASE_URL: url,
    DARKROOM_DATA_DIR: folder,
    DARKROOM_PORT: '0',
    DARKROOM_API_KEY: KEY,
    // No disk has this much free space, so uploads are refused.
    DARKROOM_MIN_FREE_BYTES: String(1024 ** 4),
  };
  const command = [process.execPath, MAIN, 'api'];
  const levels = (lines: Record<string, unknown>[]) =>
    lines.filter(({ message }) => message === 'request').map(({ level, status }) => `${level} ${status}`);
  assert.deepEqual(levels(await logOf(inTerminal(command), env)), ['warning 503']);
  assert.deepEqual(levels(await logOf(command, env)), ['info 200', 'warning 503']);
});
