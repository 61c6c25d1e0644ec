import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, test } from 'node:test';
import { promisify } from 'node:util';
import { type Call, callAs } from './support/call.ts';
import { look } from './support/images.ts';
import { newInstallation } from './support/new-installation.ts';
import { smallPhoto } from './support/small-photo.ts';
import { balance, read } from './support/tenant.ts';

const PACKSHOT = { format: 'jpeg', width: 2000, height: 2000 };

const installation = newInstallation();

const curlLine = (printed: string): string => /^ {2}curl .*$/m.exec(printed)?.[0] ?? '';

/** The printed curl line with its header as a shell reads it, and without the address, which differs in each start. */
const curlLineAsRead = async ({ base, printed }: { base: string; printed: string }): Promise<string> => {
  const line = curlLine(printed);
  const header = / -sH (.+?) -F /.exec(line)?.[1] ?? '';
  const { stdout } = await promisify(execFile)('bash', ['-euc', `printf %s ${header}`]);
  return line.replaceAll(header, stdout).replaceAll(base, '');
};

/** The image that the printed curl line leaves behind when it is pasted into a shell. */
const pasted = async (printed: string): Promise<Buffer> => {
  const folder = await mkdtemp(join(tmpdir(), 'darkroom-pasted-'));
  try {
    const samples = join(folder, 'service/samples');
    await mkdir(samples, { recursive: true });
    await smallPhoto('mug.jpg', samples);
    await promisify(execFile)('bash', ['-euc', curlLine(printed)], { cwd: folder });
    return await readFile(join(folder, 'packshot.jpg'));
  } finally {
    await rm(folder, { recursive: true });
  }
};

const executionsOf = async (call: Call): Promise<string[]> => {
  const list = await call('GET /v2/workflow/execution/');
  return list.json<{ entries: { id: string }[] }>().entries.map(({ id }) => id);
};

describe('Started with one command', () => {
  test('it prints the sign-in, a curl line that works, and the key only once; it keeps its data, and ends cleanly by Ctrl-C', async (t) => {
    const first = await installation.start(t);
    assert.match(first.email, /^\S+@\S+$/);
    assert.match(first.password, /^[\x21-\x7e]{8,}$/);
    const keyFile = join(installation.folder(), 'data/api-key');
    assert.equal((await readFile(keyFile, 'utf8')).trim(), first.key);
    assert.equal((await stat(keyFile)).mode & 0o777, 0o600);

    assert.deepEqual(await look(await pasted(first.printed)), PACKSHOT);
    const call = callAs(first.base, first.key);
    const [id] = await executionsOf(call);
    const { chargedCredits } = await read(call, id!);
    assert.equal(await balance(call), 10_000 - chargedCredits!);
    await first.stop();
    const compiled = await readdir(join(installation.folder(), 'data/compiled'));
    assert.equal(compiled.length, 2, 'what was compiled is kept, of the service and of its lanes');

    const second = await installation.start(t);
    assert.doesNotMatch(second.printed, new RegExp(`${first.password}|${first.key}`));
    const callAfterRestart = callAs(second.base, first.key);
    assert.deepEqual(await executionsOf(callAfterRestart), [id]);
    assert.equal(await curlLineAsRead(second), await curlLineAsRead(first));
    await second.stop();
    await assert.rejects(stat(join(installation.folder(), 'data/postgres/postmaster.pid')), {
      code: 'ENOENT',
    });
  });

  test('a wrong setting stops the start with one sentence that names it', async () => {
    const child = installation.run(['start'], { DARKROOM_PORT: 'eighty' });
    const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
    assert.equal(code, 1);
    assert.match(stderr, /^DARKROOM_PORT must be [^\n]+\.\n$/);
  });

  test('a database that cannot be used stops the start with one sentence that names the setting', async () => {
    const child = installation.run(['worker'], { DATABASE_URL: 'postgresql://someone@localhost:1/darkroom' });
    const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
    assert.equal(code, 1);
    assert.match(
      stderr,
      /^The database of DATABASE_URL cannot be used \([^\n]*ECONNREFUSED[^\n]*\)\. Check [^\n]+\.\n$/,
    );
  });

  const COMMANDS = [
    'start',
    'api',
    'worker',
    'migrate',
    'keys',
    'admin',
    'api-key',
    'audit',
    'backup',
    'restore',
  ];
  const listsCommands = (usage: string) => {
    for (const command of COMMANDS) assert.match(usage, new RegExp(`^  ${command} +[A-Z]`, 'm'));
  };

  test('without a command it prints its usage and starts nothing', async () => {
    for (const args of [[], ['--help']]) {
      // If the service started by mistake, this invalid port would end it at once, so the test cannot hang.
      const child = installation.run(args, { DARKROOM_PORT: 'eighty' });
      const [printed, stderr, [code]] = await Promise.all([
        text(child.stdout),
        text(child.stderr),
        once(child, 'exit'),
      ]);
      assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
      assert.match(printed, /^Usage: darkroom <command>\n/);
      listsCommands(printed);
    }
  });

  test('an unknown command is named, with the commands there are', async () => {
    const child = installation.run(['dance'], {});
    const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
    assert.equal(code, 2);
    assert.match(stderr, /^There is no command "dance"\.\n/);
    listsCommands(stderr);
  });
});
