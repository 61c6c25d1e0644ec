import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { chown, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { callAs } from '../support/call.ts';
import { look } from '../support/images.ts';
import { newInstallation } from '../support/new-installation.ts';
import { addWorkflow, create, ok, read, untilStatus, upload } from '../support/tenant.ts';
import { childrenOf } from '../worker/child-processes.ts';

const SAMPLE = await readFile(join(import.meta.dirname, '../../samples/mug.jpg'));
/** Rules about other accounts hold for a service that is started as root, because only root can change to them. */
const isRoot = process.getuid?.() === 0;
// The installation is in a folder with mode 700, like root's home, which other accounts cannot enter.
const installation = newInstallation({ mode: 0o700, env: { DARKROOM_REUSE_WORTH_MS: '0' } });
let service: Awaited<ReturnType<typeof installation.start>>;
let dataDir = '';
/** Reads the key from the data folder, because only the first start prints it. */
const call = () => callAs(service.base, readFileSync(join(dataDir, 'api-key'), 'utf8').trim());

/** Runs everything once: afterwards all processes exist, and every folder has files. */
const makeEverything = async (hash: string): Promise<string> => {
  const workflow = await addWorkflow(call(), {
    workflowComponents: [
      { id: 'small', component: 'resize', params: { width: 300 } },
      { id: 'cut', component: 'remove-background', params: {} },
      { id: 'price', component: 'text', params: { text: 'New', size: 20 } },
      { id: 'file', component: 'convert', params: { format: 'avif' } },
    ],
  });
  const id = await create(call(), workflow, { contentHash: hash });
  await untilStatus(call(), id, 'COMPLETED');
  await ok(call()(`GET /v1/workflow/execution/${id}/trace/price/preview`));
  await ok(call()(`GET /v1/image/${hash}/mug.jpg?size=320`));
  const workflowComponents = [{ id: 'flip', component: 'flip', params: {} }];
  await ok(call()('POST /v1/workflow/preview', { json: { workflowComponents, image: hash } }));
  return id;
};

let hash = '';
let id = '';
const ends: (() => void)[] = [];
const start = async () => {
  service = await installation.start({ after: (end) => ends.push(end as () => void) });
};

const begin = async () => {
  dataDir = join(installation.folder(), 'data');
  await start();
  const organization = (await ok(call()('GET /v1/organization'))).json<{ entries: { id: string }[] }>();
  const settings = `PUT /v1/organization/${organization.entries[0]!.id}/settings`;
  await ok(call()(settings, { json: { reuseResults: true } }));
  hash = await upload(call(), SAMPLE);
  id = await makeEverything(hash);
};

type Process = { pid: number; name: string; uids: string[]; gids: string[]; groups: string[] };

const processOf = async (pid: number): Promise<Process> => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const listed = (name: string) =>
    (new RegExp(`^${name}:(.*)$`, 'm').exec(status)?.[1] ?? '').split(/\s+/).filter(Boolean);
  return {
    pid,
    name: listed('Name').join(' '),
    uids: [...new Set(listed('Uid'))],
    gids: [...new Set(listed('Gid'))],
    groups: listed('Groups'),
  };
};
const processes = async (): Promise<Process[]> => Promise.all(childrenOf(service.pid).map(processOf));
/** The processes that read images: the lanes, the header reader and the model. */
const imageProcesses = async () => (await processes()).filter(({ name }) => name.startsWith('darkroom'));

const OF_LANES = /^(objects|thumbnails|previews|intermediates|preview-steps)(\/|$)/;

describe('At rest', () => {
  before(begin);
  after(async () => {
    try {
      await service.stop();
    } finally {
      for (const end of ends) end();
    }
  });

  test('lanes, model, previews and thumbnails work in a home folder that is closed to other accounts', async () => {
    const { resultPath } = await read(call(), id);
    const { bytes } = await ok(call()(`GET /v1${resultPath}`));
    assert.equal((await look(bytes)).width, 300);
    assert.ok((await readdir(join(dataDir, 'intermediates'))).length > 0);
  });

  test('nobody but its owner can enter a folder of the data folder or read a file in it', async () => {
    assert.equal((await stat(dataDir)).mode & 0o777, isRoot ? 0o711 : 0o700);
    const entries = await readdir(dataDir, { recursive: true, withFileTypes: true });
    const open: string[] = [];
    for (const entry of entries) {
      const path = join(entry.parentPath, entry.name);
      // A file may be gone by now: the database creates and removes files all the time.
      const { mode = 0 } = (await stat(path).catch(() => undefined)) ?? {};
      if ((mode & 0o077) !== 0) open.push(`${path} ${(mode & 0o777).toString(8)}`);
    }
    assert.ok(entries.length > 300);
    assert.deepEqual(open, []);
  });

  if (isRoot) {
    test('under root, lanes, header reader and model run as one account that is neither root nor the database', async () => {
      const database = (await processes()).find(({ name }) => name === 'postgres') ?? assert.fail();
      const [first, ...others] = (await imageProcesses()).map(({ uids, gids, groups }) => ({
        uids,
        gids,
        groups,
      }));
      assert.ok(others.length >= 3);
      assert.ok((await imageProcesses()).some(({ name }) => name === 'darkroom model'));
      for (const other of others) assert.deepEqual(other, first);
      assert.equal(first!.uids.length, 1, 'no way back');
      assert.deepEqual(first!.groups, []);
      for (const number of ['0', database.uids[0]])
        assert.ok(!first!.uids.concat(first!.gids).includes(number!));
    });

    test('under root, every folder and file belongs to the account that uses it', async () => {
      const [lane] = await imageProcesses();
      const database = (await processes()).find(({ name }) => name === 'postgres')!;
      for (const entry of await readdir(dataDir, { recursive: true, withFileTypes: true })) {
        const path = join(entry.parentPath, entry.name);
        const inside = path.slice(dataDir.length + 1);
        const found = await stat(path).catch(() => undefined);
        if (!found || inside.endsWith('trace.json')) continue;
        // Only the service reads the identity of the store, so root owns that file.
        if (inside === 'objects/store-id') {
          assert.equal(found.uid, 0);
          continue;
        }
        const owner = OF_LANES.test(inside) ? lane : inside.startsWith('postgres/') ? database : undefined;
        if (inside === 'postgres') assert.equal(String(found.uid), database.uids[0]);
        else assert.equal(String(found.uid), owner?.uids[0] ?? '0', inside);
      }
    });

    test('under root, the account of the lanes reads images, and neither the database nor the API key', async () => {
      const [lane] = await imageProcesses();
      const as = (number: number, program: string, path: string) => {
        const { status, stderr } = spawnSync(program, [path], { cwd: dataDir, uid: number, gid: number });
        return status === 0 ? 'read' : /Permission denied/.exec(String(stderr))?.[0];
      };
      const object = `objects/${hash.slice(0, 2)}/${hash}`;
      const uid = Number(lane!.uids[0]);
      assert.equal(as(uid, 'cat', object), 'read');
      for (const path of ['postgres', 'compiled', '.'])
        assert.equal(as(uid, 'ls', path), 'Permission denied');
      for (const path of ['postgres/PG_VERSION', 'postgres.log', 'api-key'])
        assert.equal(as(uid, 'cat', path), 'Permission denied');
      const stranger = uid + 1;
      for (const path of [
        'objects',
        'thumbnails',
        'previews',
        'intermediates',
        'preview-steps',
        'postgres',
        '.',
      ])
        assert.equal(as(stranger, 'ls', path), 'Permission denied');
      assert.equal(as(stranger, 'cat', object), 'Permission denied');
    });

    test('under root, a second start has the same account, also for images that root wrote before', async () => {
      const { uid } = await stat(join(dataDir, 'objects'));
      const [lane] = await imageProcesses();
      assert.equal(lane!.uids[0], String(uid));
      await service.stop();
      const object = join(dataDir, 'objects', hash.slice(0, 2), hash);
      await chown(object, 0, 0);
      await chown(join(dataDir, 'objects', 'tmp'), 0, 0);
      await start();
      const workflow = await addWorkflow(call(), { workflowComponents: [] });
      const again = await create(call(), workflow, { contentHash: hash });
      await untilStatus(call(), again, 'COMPLETED');
      const [another] = await imageProcesses();
      assert.equal(another!.uids[0], String(uid));
      assert.equal((await stat(object)).uid, uid);
      assert.equal((await stat(join(dataDir, 'objects', 'tmp'))).uid, uid);
    });
  }
});
