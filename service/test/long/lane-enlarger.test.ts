import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { sharp } from '../../src/components/files/sharp-setup.ts';
import type { EnlargerDeclaration } from '../../src/matting/model/model-declaration.ts';
import { openLane } from '../../src/worker/lanes/lane.ts';
import { openModelOnDemand } from '../../src/worker/models/model-on-demand.ts';
import { LIMITS, openFolder, plain, SAMPLES } from '../components/sample-images.ts';
import { doublingModel } from '../worker/doubling-model.ts';

const GiB = 1024 ** 3;
const folder = openFolder();
const FACTOR = 2;
const SIZE = 64;

const declare = (bytes: Buffer, more: Partial<EnlargerDeclaration> = {}): EnlargerDeclaration => ({
  file: folder.file(bytes),
  sha256: createHash('sha256').update(bytes).digest('hex'),
  licence: 'none',
  size: SIZE,
  factor: FACTOR,
  layout: 'nchw',
  scale: 1 / 255,
  mean: [0.5, 0.4, 0.3],
  std: [0.2, 0.3, 0.4],
  ...more,
});

const closers: (() => Promise<void>)[] = [];
after(() => Promise.all(closers.map((close) => close())));

const laneWith = (declaration?: EnlargerDeclaration) => {
  const model =
    declaration && openModelOnDemand({ declaration, threads: 1, deadlineMs: 60_000, memoryBytes: 4 * GiB });
  const lane = openLane({
    deadlineMs: 120_000,
    memoryBytes: 4 * GiB,
    jobsBeforeRecycle: 1000,
    enlarger: model && { ...model, factor: FACTOR },
  });
  closers.push(async () => {
    await lane.close();
    await model?.close();
  });
  return lane;
};
const lane = laneWith(declare(doublingModel(SIZE, FACTOR)));

let photo = '';
before(async () => {
  // The model enlarges the image in squares. Neither side of this photo is a multiple of what one square covers.
  photo = folder.file(await sharp(join(SAMPLES, 'stoneware.jpg')).resize(150, 101).png().toBuffer());
});

const upscale = async (where: typeof lane, params: object, input = photo) => {
  const output = folder.file();
  const steps = [
    { id: 'up', component: 'upscale', params: { ...params } },
    { id: 'png', component: 'convert', params: { format: 'png' } },
  ];
  const job = { steps, inputs: { default: input }, output, limits: LIMITS };
  const { trace } = await where.apply(job, new AbortController().signal);
  const pixels = (path: string) => sharp(path).raw().toBuffer({ resolveWithObject: true });
  return { said: JSON.stringify(trace), was: await pixels(input), is: await pixels(output) };
};

type Made = Awaited<ReturnType<typeof upscale>>;
/** True when each pixel of the input has become a square of 2 x 2 equal pixels, which only the model makes. */
const isDoubled = ({ was, is }: Made): boolean => {
  const { width, height, channels } = is.info;
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      for (let c = 0; c < channels; c += 1) {
        const from = ((y >> 1) * was.info.width + (x >> 1)) * was.info.channels + c;
        if (Math.abs(was.data[from]! - is.data[(y * width + x) * channels + c]!) > 1) return false;
      }
  return true;
};

describe('upscale with a model of the operator', () => {
  it('runs it on one tile after another, without a seam and with every pixel in its place', async () => {
    const made = await upscale(lane, {});
    assert.deepEqual([made.is.info.width, made.is.info.height], [300, 202]);
    assert.ok(isDoubled(made));
    assert.doesNotMatch(made.said, /warnings/);
  });

  it('comes to the size that was asked for, whatever the factor of the model', async () => {
    const { is } = await upscale(lane, { factor: 3, method: 'model' });
    assert.deepEqual([is.info.width, is.info.height], [450, 303]);
    const { is: some } = await upscale(lane, { factor: 4, minSide: 200 });
    assert.equal(some.info.width, 200);
  });

  it('enlarges images smaller than a tile', async () => {
    const dot = folder.file(await plain(1, 1, [200, 90, 20]).png().toBuffer());
    assert.ok(isDoubled(await upscale(lane, {}, dot)));
  });

  it('does not use the network when it is switched off, nor for transparent images', async () => {
    const lanczos = await upscale(lane, { method: 'lanczos' });
    assert.ok(!isDoubled(lanczos));
    assert.doesNotMatch(lanczos.said, /warnings/);
    const glass = folder.file(await plain(20, 20, [200, 90, 20], 0.5).png().toBuffer());
    const { said, is } = await upscale(lane, {}, glass);
    assert.equal(is.info.width, 40);
    assert.match(said, /Lanczos and not with a model: the model does not support transparency/);
  });

  it('uses Lanczos without a model, and the trace says so if a model was asked for', async () => {
    const alone = laneWith();
    const auto = await upscale(alone, {});
    assert.ok(!isDoubled(auto));
    assert.doesNotMatch(auto.said, /warnings/);
    const { said } = await upscale(alone, { method: 'model' });
    assert.match(said, /Lanczos and not with a model: no model is configured/);
  });

  it('falls back to Lanczos when it is not what was declared, and the trace says why', async () => {
    const bytes = doublingModel(SIZE, FACTOR);
    const forged = await upscale(laneWith(declare(bytes, { sha256: '0'.repeat(64) })), {});
    assert.equal(forged.is.info.width, 300);
    assert.match(forged.said, /not with a model: The model cannot be used \(the file has the SHA-256/);
    const larger = await upscale(laneWith(declare(doublingModel(SIZE, 3))), {});
    assert.match(
      larger.said,
      /the model returned 110592 values instead of 49152, 3 for each of 128 x 128 pixels/,
    );
    const broken = await upscale(laneWith(declare(Buffer.from('no network'))), {});
    assert.match(broken.said, /not with a model: The model cannot be used/);
  });
});
