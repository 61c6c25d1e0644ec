import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openSample, pseudoRandom } from '../../../samples/open-sample.ts';
import { sharp } from '../../../src/components/files/sharp-setup.ts';
import { pixelAt, plain } from '../sample-images.ts';
import { apply, boxOn, PHOTO, reasonOf, type Step, traced } from './apply.ts';

describe('colours', () => {
  it('are black at an adjust brightness of 0', async () => {
    const red = await plain(20, 20, [220, 30, 40]).png().toBuffer();
    const { output } = await apply(red, [['adjust', { brightness: 0 }]]);
    assert.deepEqual(await pixelAt(output, 10, 10), [0, 0, 0]);
  });

  it('white-balance makes a gray wall gray again', async () => {
    const warm = await (await openSample('warm', 300)).png().toBuffer();
    for (const method of ['neutral', 'border']) {
      const { output } = await apply(warm, [['white-balance', { method }]]);
      const [red = 0, green = 0, blue = 0] = await pixelAt(output, 10, 10);
      assert.ok(
        Math.max(red, green, blue) - Math.min(red, green, blue) < 12,
        `${method} ${red},${green},${blue}`,
      );
    }
  });

  /** A white cup on a table of brown boards, each with its own tone and grain. */
  const cupOnWood = async () => {
    const random = pseudoRandom();
    const boards = Array.from({ length: 12 }, () => 0.7 + 0.6 * random());
    const [width, height] = [480, 360];
    const levels = Buffer.alloc(width * height * 3);
    for (let y = 0; y < height; y += 1)
      for (let x = 0; x < width; x += 1) {
        const light = boards[Math.floor(y / 30)]! * (0.9 + 0.2 * random());
        levels.set(
          [Math.min(255, 165 * light), 112 * light, 70 * light ** 1.4].map(Math.round),
          (y * width + x) * 3,
        );
      }
    const cup = await plain(200, 180, [236, 236, 234]).png().toBuffer();
    return sharp(levels, { raw: { width, height, channels: 3 } })
      .composite([{ input: cup, left: 140, top: 90 }])
      .png()
      .toBuffer();
  };

  it('white-balance and match-colour by the border say when the border is neither neutral nor even', async () => {
    const warningsOf = async (image: Buffer, step: Step, others: Record<string, Buffer> = {}) =>
      (await traced(image, [step], others)).steps[0]?.warnings ?? [];
    const byBorder: Step = ['white-balance', { method: 'border' }];
    const byBackdrop: Step = ['match-colour', { by: 'backdrop' }];
    const photo = await (await openSample('photo', 200)).png().toBuffer();
    const wood = await cupOnWood();
    const orange = await boxOn([220, 120, 30], [236, 236, 234]);
    for (const doubtful of [wood, orange]) {
      assert.match((await warningsOf(doubtful, byBorder)).join(), /neither neutral nor even/);
      assert.match(
        (await warningsOf(doubtful, byBackdrop, { 1: photo })).join(),
        /The border of the image is/,
      );
      assert.match((await warningsOf(photo, byBackdrop, { 1: doubtful })).join(), /The border of input 1 is/);
      assert.deepEqual(await warningsOf(doubtful, ['match-colour', {}], { 1: photo }), []);
    }
    for (const name of ['photo', 'warm', 'warm-carton', 'dress', 'bottle', 'cutout'] as const) {
      const usual = await (await openSample(name, 200)).png().toBuffer();
      assert.doesNotMatch((await warningsOf(usual, byBorder)).join(), /neither neutral nor even/, name);
      assert.deepEqual(await warningsOf(usual, byBackdrop, { 1: photo }), [], name);
    }
  });

  it('white-balance leaves a pure white backdrop white, and changes nothing in an image without usable colours', async () => {
    const [onWhite, onBlack] = [
      await boxOn([255, 255, 255], [150, 60, 30]),
      await boxOn([0, 0, 0], [150, 60, 30]),
    ];
    const blue = await boxOn([255, 255, 255], [60, 90, 160], 0);
    for (const image of [onWhite, onBlack, blue])
      for (const method of ['neutral', 'border']) {
        const { output } = await apply(image, [['white-balance', { method }]]);
        const [made, given] = await Promise.all([output, image].map((one) => sharp(one).raw().toBuffer()));
        assert.ok(made!.equals(given!), method);
      }
  });

  it('white-balance leaves a gray backdrop gray when most of the image is a coloured product', async () => {
    const product = await plain(160, 140, [205, 190, 165]).png().toBuffer();
    const image = plain(200, 180, [229, 229, 229]).composite([{ input: product }]);
    const { output } = await apply(await image.png().toBuffer(), [['white-balance']]);
    assert.deepEqual(await pixelAt(output, 3, 3), [229, 229, 229, 255]);
    assert.deepEqual(await pixelAt(output, 100, 90), [205, 190, 165, 255]);
  });

  it('exposure keeps pale objects pale before a bright backdrop, and keeps the depth of strong colours', async () => {
    const [pale, strong] = [
      await boxOn([244, 244, 244], [246, 236, 210]),
      await boxOn([225, 225, 228], [172, 30, 40]),
    ];
    const ofPale = await pixelAt((await apply(pale, [['exposure']])).output, 110, 60);
    const farthest = Math.max(...[246, 236, 210].map((level, i) => Math.abs(level - ofPale[i]!)));
    assert.ok(farthest <= 12, `${ofPale}`);
    const [, green = 0, blue = 0] = await pixelAt((await apply(strong, [['exposure']])).output, 110, 60);
    assert.ok(blue - green > 8, `the difference of dark colours is left: ${green}, ${blue}`);
  });

  it('exposure brings a dull image to its full range', async () => {
    const dull = await (await openSample('dull', 300)).png().toBuffer();
    const { output } = await apply(dull, [['exposure']]);
    const { channels } = await sharp(output).stats();
    assert.ok(
      Math.min(...channels.map(({ min }) => min)) < 5 && Math.max(...channels.map(({ max }) => max)) > 250,
    );
  });

  it('curves go through their points, without swings between them', async () => {
    const gray = await plain(4, 4, [64, 64, 64]).png().toBuffer();
    const all = [
      [0, 10],
      [64, 20],
      [255, 255],
    ];
    assert.deepEqual(await pixelAt((await apply(gray, [['curves', { all }]])).output, 1, 1), [20, 20, 20]);
    const falling = [
      [0, 0],
      [90, 20],
      [80, 30],
    ];
    assert.match(await reasonOf(apply(gray, [['curves', { all: falling }]])), /must be in ascending order/);
  });

  it('an identity colour table changes nothing', async () => {
    const size = 17;
    const levels = Buffer.alloc(size ** 3 * 3);
    for (let blue = 0; blue < size; blue += 1)
      for (let green = 0; green < size; green += 1)
        for (let red = 0; red < size; red += 1)
          levels.set(
            [red, green, blue].map((step) => Math.round((step * 255) / (size - 1))),
            (green * size * size + blue * size + red) * 3,
          );
    const strip = await sharp(levels, { raw: { width: size * size, height: size, channels: 3 } })
      .png()
      .toBuffer();
    const before = await sharp(PHOTO).resize(200).png().toBuffer();
    const { output } = await apply(before, [['lut']], { 1: strip });
    const [was, is] = await Promise.all([before, output].map((image) => sharp(image).raw().toBuffer()));
    assert.ok(was!.every((level, at) => Math.abs(level - is![at]!) <= 1));
  });

  it('an input that is no colour table is refused by its size', async () => {
    assert.match(
      await reasonOf(apply(PHOTO, [['lut']], { 1: PHOTO })),
      /1600 x 1200 pixels is not a colour table/,
    );
  });

  it('match-colour comes near to the colours of the example', async () => {
    const warm = await (await openSample('warm', 300)).png().toBuffer();
    const { output } = await apply(warm, [['match-colour', { strength: 1 }]], { 1: PHOTO });
    const means = async (image: string | Buffer) =>
      (await sharp(image).stats()).channels.map(({ mean }) => mean);
    const [made, wanted] = [await means(output), await means(PHOTO)];
    for (let i = 0; i < 3; i += 1) assert.ok(Math.abs(made[i]! - wanted[i]!) < 8, `${made} and ${wanted}`);
  });

  it('match-colour by the backdrop gives another product its own colours back', async () => {
    const warm = await (await openSample('warm-carton', 300)).png().toBuffer();
    const params = { by: 'backdrop', strength: 1 };
    const { output } = await apply(warm, [['match-colour', params]], { 1: PHOTO });
    const carton = await (await openSample('carton', 300)).png().toBuffer();
    const pixels = async (image: string | Buffer) => sharp(image).removeAlpha().raw().toBuffer();
    const [made, wanted] = [await pixels(output), await pixels(carton)];
    const off = made.reduce((sum, level, at) => sum + Math.abs(level - wanted[at]!), 0) / made.length;
    assert.ok(off < 6, `${off.toFixed(1)} of 255`);
  });

  it('match-colour by a brighter backdrop keeps detail that is brighter than the backdrop', async () => {
    const [dim, bright] = [
      await boxOn([170, 170, 170], [225, 220, 200]),
      await boxOn([238, 238, 238], [90, 90, 90]),
    ];
    const params = { by: 'backdrop', strength: 1 };
    const { output } = await apply(dim, [['match-colour', params]], { 1: bright });
    const [level = 0] = await pixelAt(output, 5, 5);
    assert.ok(Math.abs(level - 238) <= 2, `the backdrop is ${level}`);
    const [red = 0, , blue = 0] = await pixelAt(output, 110, 60);
    assert.ok(red < 255 && red > blue, `${red} and ${blue} of a cream label`);
  });
});
