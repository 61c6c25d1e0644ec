import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, describe, type TestContext, test } from 'node:test';
import { callAs } from './support/call.ts';
import { look } from './support/pictures.ts';
import { balance, read } from './support/tenant.ts';

const ROOT = join(import.meta.dirname, '../..');
const MAIN = join(ROOT, 'service/src/main.ts');
const READY = /^Darkroom is ready at (http:\/\/127\.0\.0\.1:\d+)$/;

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'darkroom-main-'));
  // The embedded server may run as another user than root.
  await chmod(folder, 0o755);
});
after(() => rm(folder, { recursive: true }));

const run = (role: string[], env: Record<string, string>) => {
  const { DATABASE_URL: _, NODE_TEST_CONTEXT: __, ...inherited } = process.env;
  return spawn(process.execPath, [MAIN, ...role], {
    cwd: folder,
    env: { ...inherited, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
};

/** Starts as a new user would, and reads what is printed until the service is ready. */
const startInFolder = async (test: TestContext) => {
  const child = run(['start'], {
    DARKROOM_PORT: '0',
    DARKROOM_LANES: '1',
    DARKROOM_DATA_DIR: join(folder, 'data'),
  });
  test.after(() => child.kill('SIGTERM'));
  const complaints = text(child.stderr);
  let printed = '';
  for await (const chunk of child.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    printed += chunk;
    if (printed.includes('Darkroom is ready')) break;
  }
  const lines = printed.trimEnd().split('\n');
  const base = READY.exec(lines.at(-1) ?? '')?.[1];
  assert.ok(base, `${printed}${base ? '' : await complaints}`);
  const printedAs = (name: string) => new RegExp(`^  ${name}\\s+(\\S.*)$`, 'm').exec(printed)?.[1];
  const stop = async () => {
    child.stdout.resume();
    child.kill('SIGINT');
    const [code] = await once(child, 'exit');
    assert.deepEqual({ code, complaints: await complaints }, { code: 0, complaints: '' });
  };
  return { base, printed, key: printedAs('API key')!, password: printedAs('Password')!, printedAs, stop };
};

describe('Started with one command', () => {
  test('it prints who may enter and a line that works, keeps its data, and ends cleanly by Ctrl-C', async (t) => {
    const first = await startInFolder(t);
    assert.match(first.printedAs('Administrator')!, /^\S+@\S+$/);
    assert.match(first.password, /^[\x21-\x7e]{8,}$/);
    const keyFile = join(folder, 'data/api-key');
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

    const second = await startInFolder(t);
    assert.equal(second.key, first.key);
    assert.doesNotMatch(second.printed, new RegExp(first.password));
    const list = await callAs(second.base, second.key)('GET /v2/workflow/execution/');
    assert.deepEqual(
      list.json<{ entries: { id: string }[] }>().entries.map(({ id }) => id),
      [created.text],
    );
    await second.stop();
    await assert.rejects(stat(join(folder, 'data/postgres/postmaster.pid')), { code: 'ENOENT' });
  });

  test('a wrong setting stops the start with one sentence that names it', async () => {
    const child = run(['start'], { DARKROOM_PORT: 'eighty' });
    const [complaints, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
    assert.equal(code, 1);
    assert.match(complaints, /^DARKROOM_PORT must be [^\n]+\.\n$/);
  });

  test('an unknown role shows the ones there are', async () => {
    const child = run(['dance'], {});
    const [complaints, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
    assert.equal(code, 2);
    for (const role of ['start', 'api', 'worker', 'migrate', 'audit'])
      assert.match(complaints, new RegExp(`^  ${role} `, 'm'));
  });
});
