import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { crc32 } from 'node:zlib';
import { sharp } from '../../src/components/files/sharp-setup.ts';
import type { StepCondition } from '../../src/domain/workflows/workflow.ts';
import { halves, noisy, pixelAt, plain } from './sample-images.ts';
import { apply, failureOf, RED, step } from './steps-on-images.ts';

const BLUE = [30, 60, 200] as [number, number, number];

describe('the result', () => {
  it('is described by what was written', async () => {
    const { output, ...result } = await apply(await plain(64, 48, RED).jpeg().toBuffer(), [
      step('resize', { width: 32 }),
    ]);
    const bytes = readFileSync(output);
    assert.deepEqual(result, {
      hash: createHash('sha256').update(bytes).digest('hex'),
      crc32: crc32(bytes),
      format: 'jpeg',
      contentType: 'image/jpeg',
      width: 32,
      height: 24,
      bytes: bytes.length,
    });
  });

  it('has the format of the input when no step says otherwise', async () => {
    for (const format of ['jpeg', 'png', 'webp', 'avif', 'tiff'] as const) {
      const result = await apply(await plain(16, 16, RED).toFormat(format).toBuffer(), []);
      assert.equal(result.format, format);
    }
  });

  it('of a GIF is a PNG or a JPEG, by transparency', async () => {
    const gif = await plain(16, 16, RED, 0).gif().toBuffer();
    assert.equal((await apply(gif, [])).format, 'png');
    assert.equal((await apply(gif, [step('canvas', { width: 16, height: 16, margin: 0 })])).format, 'jpeg');
  });

  it('of a JPEG that became transparent is a PNG', async () => {
    const jpeg = await plain(16, 16, RED).jpeg().toBuffer();
    const result = await apply(jpeg, [step('rotate', { angle: 10, background: '#00000000' })]);
    assert.equal(result.format, 'png');
  });

  it('has the format of the last convert that applies, wherever it stands', async () => {
    const jpeg = await plain(64, 48, RED).jpeg().toBuffer();
    const webp = step('convert', { format: 'webp' });
    assert.equal((await apply(jpeg, [webp, step('resize', { width: 10 })])).format, 'webp');
    assert.equal((await apply(jpeg, [step('convert', { format: 'png' }), webp])).format, 'webp');
    assert.equal(
      (await apply(jpeg, [webp, step('convert', { format: 'png' }, { minWidth: 100 })])).format,
      'webp',
    );
  });

  it('has none of the metadata of the camera', async () => {
    const noted = await plain(32, 24, RED)
      .withExif({
        IFD0: { Copyright: 'someone' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' },
      })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"/>')
      .jpeg()
      .toBuffer();
    assert.ok((await sharp(noted).metadata()).exif);
    for (const list of [[], [step('resize', { width: 8 })], [step('crop'), step('sharpen')]]) {
      const { exif, xmp, iptc, icc } = await sharp((await apply(noted, list)).output).metadata();
      assert.deepEqual(
        { exif, xmp, iptc, icc },
        { exif: undefined, xmp: undefined, iptc: undefined, icc: undefined },
      );
    }
  });

  it('in JPEG shows the background of convert where the image was transparent', async () => {
    const half = await plain(32, 32, [255, 255, 255], 0).png().toBuffer();
    for (const list of [[], [step('resize', { width: 16 })]]) {
      const convert = step('convert', {
        format: 'jpeg',
        background: '#00ff00',
        quality: 100,
        chroma: '4:4:4',
      });
      const [r = 255, g = 0, b = 255] = await pixelAt((await apply(half, [...list, convert])).output, 4, 4);
      assert.ok(r < 5 && g > 250 && b < 5, `${r},${g},${b}`);
    }
  });
});

describe('steps', () => {
  it('run in the order of the workflow, whatever the order of the library', async () => {
    const image = await halves(80, 40, RED, BLUE).png().toBuffer();
    // If the crop to the left half runs first, the canvas of 80 x 80 shows red only. If the canvas runs first,
    // the crop leaves 40 x 40.
    const [left, canvas] = [
      step('crop', { by: 'pixels', width: 40, height: 40, position: 'west' }),
      step('canvas', { width: 80, height: 80, margin: 0 }),
    ];
    const cropped = await apply(image, [left, canvas]);
    assert.deepEqual(await pixelAt(cropped.output, 55, 40), RED);
    const placed = await apply(image, [canvas, left]);
    assert.deepEqual([placed.width, placed.height], [40, 40]);
    assert.deepEqual(await pixelAt(placed.output, 2, 20), RED);
    assert.deepEqual(await pixelAt((await apply(image, [canvas])).output, 60, 40), BLUE);
  });

  it('of the same kind all take effect', async () => {
    const image = await halves(400, 300, RED, BLUE).png().toBuffer();
    const turned = await apply(image, [step('rotate'), step('rotate')]);
    assert.deepEqual([turned.width, turned.height], [400, 300]);
    assert.deepEqual(await pixelAt(turned.output, 10, 150), BLUE);
    const stretch = { fit: 'fill', width: 100, height: 300 };
    const resized = await apply(image, [step('resize', stretch), step('resize', { width: 50 })]);
    assert.deepEqual([resized.width, resized.height], [50, 150]);
  });

  it('give the same pixels joined in one pipeline as one by one', async () => {
    const image = await noisy(300, 200).blur(2).png().toBuffer();
    const list = [
      step('canvas', { width: 200, height: 200, margin: 10 }),
      step('adjust', { saturation: 0.5 }),
      step('sharpen'),
      step('convert', { format: 'png' }),
    ];
    // A condition is checked on the image before its step, so steps with conditions do not join into one pipeline.
    const apart = list.map((one) => ({ ...one, when: { minWidth: 1 } }));
    const [joined, separate] = await Promise.all(
      [list, apart].map(async (variant) =>
        sharp((await apply(image, variant)).output)
          .raw()
          .toBuffer(),
      ),
    );
    const worst = joined!.reduce((most, value, at) => Math.max(most, Math.abs(value - separate![at]!)), 0);
    assert.ok(worst <= 2, `largest difference ${worst}`);
  });

  it('after a rotation process the corners that it added', async () => {
    const clear = await plain(60, 40, RED, 0.5).png().toBuffer();
    const jpeg = step('convert', { format: 'jpeg', background: '#00ff00', quality: 100, chroma: '4:4:4' });
    const [r = 255, g = 0, b = 255] = await pixelAt(
      (await apply(clear, [step('rotate', { angle: 10 }), jpeg])).output,
      1,
      1,
    );
    assert.ok(r < 5 && g > 250 && b < 5, `${r},${g},${b}`);
    const gray = step('rotate', { angle: 10, background: '#808080' });
    const darker = await apply(await plain(60, 40, RED).png().toBuffer(), [
      gray,
      step('adjust', { gamma: 0.5 }),
    ]);
    const [corner = 255] = await pixelAt(darker.output, 1, 1);
    assert.ok(corner < 100, `${corner}`);
  });

  it('are skipped unless every condition holds', async () => {
    const image = await plain(400, 200, RED).png().toBuffer();
    const sizeAfter = async (when: StepCondition) =>
      (await apply(image, [step('resize', { width: 100 }, when)])).width;
    const holding: StepCondition[] = [
      { minWidth: 400, maxWidth: 400, minHeight: 200, maxHeight: 200 },
      { minRatio: 2, maxRatio: 2 },
      { hasAlpha: false },
      { format: 'png' },
      {},
    ];
    for (const when of holding) assert.equal(await sizeAfter(when), 100, JSON.stringify(when));
    const failing: StepCondition[] = [
      { minWidth: 401 },
      { maxWidth: 399 },
      { minHeight: 201 },
      { maxHeight: 199 },
      { minRatio: 2.01 },
      { maxRatio: 1.99 },
      { hasAlpha: true },
      { format: 'jpeg' },
      { minWidth: 400, maxHeight: 199 },
    ];
    for (const when of failing) assert.equal(await sizeAfter(when), 400, JSON.stringify(when));
  });

  it('see the image as the steps before left it', async () => {
    const image = await plain(400, 200, RED).png().toBuffer();
    const result = await apply(image, [
      step('resize', { width: 100 }),
      step('rotate', {}, { maxWidth: 100 }),
    ]);
    assert.deepEqual([result.width, result.height], [50, 100]);
  });

  it('do not enlarge unless asked to', async () => {
    const image = await plain(40, 20, RED).png().toBuffer();
    assert.equal((await apply(image, [step('resize', { width: 100 })])).width, 40);
    assert.equal((await apply(image, [step('resize', { width: 100, enlarge: true })])).width, 100);
    const canvas = { width: 100, height: 100, margin: 0 };
    const small = await apply(image, [step('canvas', canvas)]);
    assert.deepEqual([small.width, small.height], [100, 100]);
    assert.deepEqual(await pixelAt(small.output, 25, 50), [255, 255, 255]);
    const large = await apply(image, [step('canvas', { ...canvas, enlarge: true })]);
    assert.deepEqual(await pixelAt(large.output, 25, 50), RED);
  });

  it('change no colours beside transparent edges', async () => {
    const image = await plain(64, 64, RED, 0.25).png().toBuffer();
    const result = await apply(image, [
      step('resize', { width: 32 }),
      step('adjust', { brightness: 1.5 }),
      step('sharpen'),
    ]);
    const opaque = await apply(await plain(64, 64, RED).png().toBuffer(), [
      step('adjust', { brightness: 1.5 }),
    ]);
    const [seen, wanted] = [await pixelAt(result.output, 16, 16), await pixelAt(opaque.output, 16, 16)];
    for (const band of [0, 1, 2])
      assert.ok(Math.abs(seen[band]! - wanted[band]!) <= 8, `${seen} against ${wanted}`);
    assert.equal(seen[3], 64);
  });
});

describe('an overlay', () => {
  const logo = () => plain(40, 40, BLUE).png().toBuffer();
  const image = () => plain(100, 50, RED).png().toBuffer();

  it('lies where it should, as large as it should', async () => {
    const result = await apply(
      await image(),
      [step('overlay', { scale: 0.2, margin: 10, position: 'northwest' })],
      { 1: await logo() },
    );
    assert.deepEqual(await pixelAt(result.output, 4, 4), RED);
    assert.deepEqual(await pixelAt(result.output, 5, 5), BLUE);
    assert.deepEqual(await pixelAt(result.output, 24, 24), BLUE);
    assert.deepEqual(await pixelAt(result.output, 25, 25), RED);
    assert.equal((await sharp(result.output).metadata()).hasAlpha, false);
  });

  it('has the opacity that was asked for', async () => {
    const result = await apply(
      await image(),
      [step('overlay', { scale: 0.5, opacity: 0.5, position: 'center' })],
      { 1: await logo() },
    );
    const mixed = await pixelAt(result.output, 50, 25);
    for (const band of [0, 1, 2])
      assert.ok(Math.abs(mixed[band]! - (RED[band]! + BLUE[band]!) / 2) <= 1, String(mixed));
  });

  it('larger than the image is scaled down to fit', async () => {
    const result = await apply(await image(), [step('overlay', { scale: 1 })], { 1: await logo() });
    assert.deepEqual([result.width, result.height], [100, 50]);
  });

  it('whose optional input is missing is left out', async () => {
    const result = await apply(await image(), [step('overlay')]);
    assert.deepEqual(await pixelAt(result.output, 90, 45), RED);
  });

  it('that cannot be read is named in the error', async () => {
    const broken = (await noisy(200, 200).png().toBuffer()).subarray(0, 40_000);
    const failure = await failureOf(apply(await image(), [step('overlay')], { 1: broken }));
    assert.equal(failure.code, 'input_unreadable');
    assert.match(failure.message, /^The image given as input 1 cannot be read \(.+\)\. Check that/);
  });
});
