import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, test } from 'node:test';
import { callAs } from './support/call.ts';
import { newInstallation } from './support/new-installation.ts';
import { look } from './support/pictures.ts';
import { balance, read } from './support/tenant.ts';

const ROOT = join(import.meta.dirname, '../..');

const installation = newInstallation();

describe('Started with one command', () => {
  test('it prints who may enter and a line that works, keeps its data, and ends cleanly by Ctrl-C', async (t) => {
    const first = await installation.start(t);
    assert.match(first.email, /^\S+@\S+$/);
    assert.match(first.password, /^[\x21-\x7e]{8,}$/);
    const keyFile = join(installation.folder(), 'data/api-key');
    assert.equal((await readFile(keyFile, 'utf8')).trim(), first.key);
    assert.equal((await stat(keyFile)).mode & 0o777, 0o600);

    const [, file, create, result] =
      /-F file=@(\S+) '(\S+)' \| xargs .* (http\S+)$/m.exec(first.printed) ?? [];
    const call = callAs('', first.key);
    const bytes = await readFile(join(ROOT, file!));
    const created = await call(`POST ${create}`, { file: { bytes, name: 'mug.jpg' } });
    assert.equal(created.status, 201, created.text);
    const picture = await call(`GET ${result!.replace('ID', created.text)}`);
    assert.deepEqual(await look(picture.bytes), { format: 'jpeg', width: 2000, height: 2000 });
    const studio = callAs(first.base, first.key);
    const { chargedCredits } = await read(studio, created.text);
    assert.equal(await balance(studio), 10_000 - chargedCredits!);
    await first.stop();
    const compiled = await readdir(join(installation.folder(), 'data/compiled'));
    assert.equal(compiled.length, 2, 'what was compiled is kept, of the service and of its lanes');

    const second = await installation.start(t);
    assert.equal(second.key, first.key);
    assert.doesNotMatch(second.printed, new RegExp(first.password));
    const list = await callAs(second.base, second.key)('GET /v2/workflow/execution/');
    assert.deepEqual(
      list.json<{ entries: { id: string }[] }>().entries.map(({ id }) => id),
      [created.text],
    );
    await second.stop();
    await assert.rejects(stat(join(installation.folder(), 'data/postgres/postmaster.pid')), {
      code: 'ENOENT',
    });
  });

  test('a wrong setting stops the start with one sentence that names it', async () => {
    const child = installation.run(['start'], { DARKROOM_PORT: 'eighty' });
    const [complaints, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
    assert.equal(code, 1);
    assert.match(complaints, /^DARKROOM_PORT must be [^\n]+\.\n$/);
  });

  const COMMANDS = ['start', 'api', 'worker', 'migrate', 'keys', 'admin', 'audit'];
  const listsCommands = (usage: string) => {
    for (const command of COMMANDS) assert.match(usage, new RegExp(`^  ${command} +[A-Z]`, 'm'));
  };

  test('without a command it prints its usage and starts nothing', async () => {
    for (const args of [[], ['--help']]) {
      // A setting that would stop a start at once, so that this test ends even if it starts.
      const child = installation.run(args, { DARKROOM_PORT: 'eighty' });
      const [printed, complaints, [code]] = await Promise.all([
        text(child.stdout),
        text(child.stderr),
        once(child, 'exit'),
      ]);
      assert.deepEqual({ code, complaints }, { code: 0, complaints: '' });
      assert.match(printed, /^Usage: darkroom <command>\n/);
      listsCommands(printed);
    }
  });

  test('an unknown command is named, with the commands there are', async () => {
    const child = installation.run(['dance'], {});
    const [complaints, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
    assert.equal(code, 2);
    assert.match(complaints, /^There is no command "dance"\.\n/);
    listsCommands(complaints);
  });
});
