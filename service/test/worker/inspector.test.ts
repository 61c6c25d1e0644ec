import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { Refusal } from '../../src/domain/errors.ts';
import type { OrganizationId } from '../../src/domain/ids.ts';
import type { Inspector } from '../../src/ports/lanes.ts';
import { type InspectorOptions, openInspector } from '../../src/worker/lanes/inspector.ts';
import { LIMITS, openFolder, plain, pngText, pngWith } from '../components/sample-images.ts';
import { childrenOf, isAlive, until, untilLarger } from './child-processes.ts';

const folder = openFolder();
let image = '';

/** The inspectors of one test. */
const inspectors: Inspector[] = [];
afterEach(() => Promise.all(inspectors.splice(0).map((inspector) => inspector.close())));

const ONE = 'one' as OrganizationId;
const TWO = 'two' as OrganizationId;

/** Opens an inspector with one process, whose id is known, unless the test wants more. */
const open = async (options: Partial<InspectorOptions> = {}) => {
  const known = childrenOf();
  const opened = openInspector({ limits: LIMITS, processes: 1, ...options });
  inspectors.push(opened);
  const inspector = {
    inspect: (path: string, organization = ONE) => opened.inspect(path, organization),
    close: opened.close,
  };
  await inspector.inspect(image);
  const pids = () => childrenOf().filter((pid) => !known.includes(pid));
  return { inspector, pids, pid: () => pids()[0]! };
};

/**
 * An inspector that tests share if they leave it able to read, even when its process was killed: each start of a
 * process takes half a second of a core. While a test has no inspector of its own, the only process is the one of
 * this inspector.
 */
let shared: Awaited<ReturnType<typeof open>>;
before(async () => {
  image = folder.file(await plain(40, 30, [9, 9, 9]).jpeg().toBuffer());
  shared = await open();
  inspectors.splice(0);
});
after(() => shared.inspector.close());

const refusalOf = async (work: Promise<unknown>): Promise<Refusal> => {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof Refusal, `no refusal: ${error}`);
  return error;
};
const widths = async (work: ReturnType<Inspector['inspect']>[]) =>
  (await Promise.allSettled(work)).map((one) => (one.status === 'fulfilled' ? one.value.width : 'refused'));

describe('the inspector', () => {
  it('reads the format and size of many images at a time', async () => {
    const { inspector } = shared;
    assert.deepEqual(
      new Set(await widths(Array.from({ length: 40 }, () => inspector.inspect(image)))),
      new Set([40]),
    );
  });

  it('refuses a file that is not an image', async () => {
    const { inspector } = shared;
    const refusal = await refusalOf(inspector.inspect(folder.file('Hello.')));
    assert.equal(refusal.code, 'unprocessable_image');
    assert.match(refusal.message, /^This file is not an image in a supported format; send JPEG, PNG,/);
  });

  it('refuses an image over its limits', async () => {
    const { inspector } = await open({ limits: { ...LIMITS, maxPixels: 1200 } });
    const refusal = await refusalOf(
      inspector.inspect(folder.file(await plain(41, 30, [9, 9, 9]).jpeg().toBuffer())),
    );
    assert.match(
      refusal.message,
      /^The image has 41 x 30 pixels; at most 1200 are accepted\. Send a smaller image\.$/,
    );
  });

  it('ends a process that hangs, refuses the image, and reads the others again', async () => {
    const { inspector, pid } = await open({ deadlineMs: 600 });
    const first = pid();
    process.kill(first, 'SIGSTOP');
    const hung = refusalOf(inspector.inspect(image));
    const others = widths([inspector.inspect(image), inspector.inspect(image)]);
    assert.equal((await hung).code, 'unprocessable_image');
    assert.deepEqual(await others, [40, 40]);
    assert.ok(!isAlive(first));
  });

  it('reads images again when the process dies', async () => {
    const { inspector, pid } = shared;
    const first = pid();
    process.kill(first, 'SIGSTOP');
    const work = widths(Array.from({ length: 6 }, () => inspector.inspect(image)));
    process.kill(first, 'SIGKILL');
    assert.deepEqual(await work, [40, 40, 40, 40, 40, 40]);
  });

  it('refuses an image that ends the process twice', async () => {
    const { inspector, pid } = shared;
    const hostile = refusalOf(inspector.inspect(folder.file(manyFrames())));
    for (const _ of ['at first', 'and alone']) {
      await until('a process is there', () => pid() !== undefined);
      const reader = pid();
      await untilLarger(reader, 150 * 1024 * 1024);
      process.kill(reader, 'SIGKILL');
      await until('it is gone', () => !isAlive(reader));
    }
    assert.match((await hostile).message, /^The header of the image cannot be read\./);
    assert.equal((await inspector.inspect(image)).width, 40);
  });

  it('ends a process that takes too much memory, and refuses the file', async () => {
    const { inspector, pid } = await open({ memoryBytes: 50 * 1024 * 1024 });
    const first = pid();
    const refusal = await refusalOf(inspector.inspect(folder.file(manyFrames())));
    assert.equal(refusal.code, 'unprocessable_image');
    assert.ok(!isAlive(first));
    assert.equal((await inspector.inspect(image)).width, 40);
  });

  it('reads one file of an organization at a time, and those of others in a second process, which starts when needed', async () => {
    const { inspector, pids } = await open({ processes: 2, deadlineMs: 60_000 });
    assert.equal(pids().length, 1);
    // Once each organization has had its first result, both processes are warm.
    await Promise.all([inspector.inspect(image), inspector.inspect(image, TWO)]);
    assert.equal(pids().length, 2);
    const order: string[] = [];
    const large = folder.file(manyFrames(2_000_000));
    const flood = Array.from({ length: 2 }, () => inspector.inspect(large).then(() => order.push('flood')));
    await Promise.all(
      Array.from({ length: 5 }, () => inspector.inspect(image, TWO).then(() => order.push('other'))),
    );
    assert.deepEqual(order, Array(5).fill('other'));
    await Promise.all(flood);
  });

  it('reads a file before the remaining expensive files that another organization sent at once', async () => {
    const { inspector } = await open({ processes: 2 });
    await Promise.all([inspector.inspect(image), inspector.inspect(image, TWO)]);
    const costly = folder.file(await pngWith(...Array(20).fill(pngText(7 * 1024 * 1024))));
    const order: string[] = [];
    const flood = Array.from({ length: 24 }, () =>
      refusalOf(inspector.inspect(costly)).then(({ message }) => {
        order.push('flood');
        return message;
      }),
    );
    await inspector.inspect(image, TWO);
    order.push('other');
    assert.ok(order.indexOf('other') <= 12, `${order.indexOf('other')} came before`);
    for (const message of await Promise.all(flood)) assert.match(message, /more than 8 MiB/);
  });

  it('lets organizations take turns where they wait for the same process', async () => {
    const { inspector } = shared;
    const order: string[] = [];
    const ask = (organization: OrganizationId) =>
      inspector.inspect(image, organization).then(() => order.push(organization));
    await Promise.all([ONE, ONE, ONE, ONE, TWO, TWO].map(ask));
    assert.deepEqual(order, [ONE, TWO, ONE, TWO, ONE, ONE]);
  });

  it('answers nothing more once it is closed', async () => {
    const { inspector, pid } = await open();
    process.kill(pid(), 'SIGSTOP');
    const waiting = refusalOf(inspector.inspect(image));
    await inspector.close();
    assert.equal((await waiting).code, 'unavailable');
    assert.equal((await refusalOf(inspector.inspect(image))).code, 'unavailable');
    assert.equal(pid(), undefined);
  });
});

/** A GIF of many frames: four million take a second and more than 300 MB to count. */
const manyFrames = (count = 4_000_000): Buffer => {
  const frame = Buffer.from('2c0000000001000100000202440100', 'hex');
  return Buffer.concat([
    Buffer.from('47494638396101000100800000ffffff000000', 'hex'),
    Buffer.alloc(count * frame.length, frame),
    Buffer.from('3b', 'hex'),
  ]);
};
