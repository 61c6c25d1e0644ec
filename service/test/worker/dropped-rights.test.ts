import assert from 'node:assert/strict';
import { chmod, chown, cp, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { openPrivateFolder } from '../../src/object-stores/private-files.ts';
import { openLane } from '../../src/worker/lanes/lane.ts';
import { LIMITS, plain } from '../components/sample-images.ts';
import { childrenOf } from './child-processes.ts';

const ACCOUNT = { uid: 60_999, gid: 60_999 };
const OPTIONS = { deadlineMs: 60_000, memoryBytes: 2 ** 30, jobsBeforeRecycle: 1000 };
const ROOT = join(import.meta.dirname, '../../..');
const FONTS = 'node_modules/@expo-google-fonts';

const home = await mkdtemp(join(tmpdir(), 'darkroom-rights-'));
after(() => rm(home, { recursive: true, force: true }));

/** Copies the program and its fonts to a folder that only root can enter. Other packages are links. */
const installClosed = async (): Promise<string> => {
  const closed = join(home, 'closed');
  await mkdir(join(closed, 'node_modules'), { recursive: true, mode: 0o700 });
  await cp(join(ROOT, 'service/src'), join(closed, 'service/src'), { recursive: true });
  for (const name of ['service/package.json', 'service/dist', FONTS])
    await cp(join(ROOT, name), join(closed, name), { recursive: true });
  for (const name of await readdir(join(ROOT, 'node_modules')))
    if (!FONTS.endsWith(name))
      await symlink(join(ROOT, 'node_modules', name), join(closed, 'node_modules', name));
  return closed;
};

/** Many sizes: the text renderer closes and opens fonts as it goes. */
const TEXTS = ['regular', 'semibold', 'black'].flatMap((weight) =>
  [3, 7, 12, 20, 30].map((size) => ({
    id: `${weight}${size}`,
    component: 'text',
    params: { text: 'Price', weight, size, position: size % 2 ? 'north' : 'south' },
  })),
);

// Only root can change to an account with fewer rights.
if (process.getuid?.() === 0)
  test("a lane installed and working in root's closed home draws the same text under its own account", async (t) => {
    const groups = process.getgroups?.() ?? [];
    t.after(() => process.setgroups?.(groups));
    const closed = await installClosed();
    const folder = openPrivateFolder(join(closed, 'data'), undefined, 0o711);
    const objects = openPrivateFolder(join(folder, 'objects'), ACCOUNT);
    const image = join(objects, 'image');
    await plain(600, 400, [200, 220, 240]).png().toFile(image);
    await chown(image, ACCOUNT.uid, ACCOUNT.gid);
    await chmod(image, 0o600);
    const draw = async (open: typeof openLane, options: Parameters<typeof openLane>[0], name: string) => {
      const known = childrenOf();
      const lane = open(options);
      const output = join(objects, name);
      const job = { steps: TEXTS, inputs: { default: image }, output, limits: LIMITS };
      try {
        await lane.apply(job, new AbortController().signal);
        const [pid] = childrenOf().filter((child) => !known.includes(child));
        const status = await readFile(`/proc/${pid}/status`, 'utf8');
        return { status, drawn: await readFile(output), uid: (await stat(output)).uid };
      } finally {
        await lane.close();
      }
    };
    // After a login, root is in groups such as disk. A lane must not inherit them.
    process.setgroups?.([4_242]);
    const usual = await draw(openLane, OPTIONS, 'usual');
    const elsewhere = await import(join(closed, 'service/src/worker/lanes/lane.ts'));
    const dropped = await draw(elsewhere.openLane, { ...OPTIONS, runAs: { ...ACCOUNT, folder } }, 'dropped');
    assert.match(dropped.status, /^Uid:(\s60999){4}\nGid:(\s60999){4}$/m);
    assert.match(dropped.status, /^Groups:\s*$/m);
    assert.match(dropped.status, /^CapPrm:\s0+$/m);
    assert.deepEqual([usual.uid, dropped.uid], [0, ACCOUNT.uid]);
    assert.ok(dropped.drawn.equals(usual.drawn));
  });
