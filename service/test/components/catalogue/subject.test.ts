import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openSample } from '../../../samples/open-sample.ts';
import { sharp } from '../../../src/components/files/sharp-setup.ts';
import { openTraceRecorder } from '../../../src/components/steps/trace-recorder.ts';
import { boxOfAlpha } from '../../../src/pixels/regions/box-above.ts';
import { pixelAt, plain, type Rgb } from '../sample-images.ts';
import { apply, boxOn, CUT_OUT, PHOTO, reasonOf, type Step, traced } from './apply.ts';

describe('crop-to-subject', () => {
  it('cuts exactly around what is not transparent', async () => {
    const { width, height } = await apply(CUT_OUT, [['crop-to-subject', { margin: 0 }]]);
    assert.deepEqual({ width, height }, { width: 40, height: 60 });
  });

  it('finds an object by its contrast, and leaves an even image alone', async () => {
    const found = await apply(await boxOn([225, 225, 225], [60, 70, 90]), [
      ['crop-to-subject', { margin: 0 }],
    ]);
    assert.deepEqual([found.width, found.height], [40, 60]);
    const even = await apply(await plain(60, 40, [90, 90, 90]).png().toBuffer(), [['crop-to-subject']]);
    assert.deepEqual([even.width, even.height], [60, 40]);
  });

  type Patch = [left: number, top: number, width: number, height: number, level: number];
  const foundOf = async (...patches: Patch[]) => {
    const onWhite = await Promise.all(
      patches.map(async ([left, top, width, height, level]) => ({
        input: await plain(width, height, [level, level, level]).png().toBuffer(),
        left,
        top,
      })),
    );
    const image = await plain(400, 300, [250, 250, 250]).composite(onWhite).png().toBuffer();
    return apply(image, [['crop-to-subject', { margin: 0 }]]);
  };

  it('finds a pale object by its outline, and not only the dark label on it', async () => {
    const found = await foundOf([100, 60, 160, 180, 243], [150, 100, 60, 60, 40]);
    assert.ok(Math.abs(found.width - 160) <= 4, `160 wide, not ${found.width}`);
    assert.ok(Math.abs(found.height - 180) <= 4, `180 high, not ${found.height}`);
  });

  it('keeps the links of a chain with its pendant, and ignores a speck of dust', async () => {
    const links = Array.from({ length: 25 }, (_, i): Patch => [50 + 12 * i, 100, 8, 8, 90]);
    const found = await foundOf([180, 120, 40, 40, 60], ...links, [20, 260, 6, 6, 60]);
    assert.deepEqual([found.width, found.height], [296, 60]);
  });

  it('keeps a ratio, and extends beyond the image only when asked to', async () => {
    const ratio = { width: 2, height: 1, margin: 100 };
    const inside = await apply(CUT_OUT, [['crop-to-subject', ratio]]);
    assert.deepEqual([inside.width, inside.height], [200, 100]);
    const beyond = await apply(CUT_OUT, [['crop-to-subject', { ...ratio, beyond: 'extend' }]]);
    assert.deepEqual([beyond.width, beyond.height], [360, 180]);
  });
});

/** The bounding box of the opaque pixels, and that of all visible pixels. */
const boxesOf = async (path: string) => {
  const { data, info } = await sharp(path).raw().toBuffer({ resolveWithObject: true });
  const pixels = { width: info.width, height: info.height, channels: 4, data } as const;
  return { object: boxOfAlpha(pixels, 200)!, all: boxOfAlpha(pixels, 0)! };
};

describe('shadow', () => {
  it('lies under the object and leaves it as it is', async () => {
    for (const kind of ['contact', 'drop', 'reflection']) {
      const { output, width, height } = await apply(CUT_OUT, [['shadow', { kind }]]);
      assert.deepEqual([width, height], [200, 160], kind);
      assert.deepEqual(await pixelAt(output, 110, 60), [200, 40, 30, 255], kind);
      assert.ok((await pixelAt(output, 110, 91))[3]! > 20, kind);
    }
  });

  it('of contact lies along the parts that stand on the ground, and leaves the gap between two legs light', async () => {
    const [width, height] = [240, 200];
    const table = Buffer.alloc(width * height * 4);
    for (let y = 40; y < 160; y += 1)
      for (let x = 40; x < 200; x += 1)
        if (y < 60 || x < 60 || x >= 180) table.set([90, 60, 40, 255], (y * width + x) * 4);
    const image = await sharp(table, { raw: { width, height, channels: 4 } })
      .png()
      .toBuffer();
    const { output } = await apply(image, [['shadow', { kind: 'contact' }]]);
    const dark = async (x: number) => (await pixelAt(output, x, 161))[3]!;
    for (const leg of [45, 50, 190]) assert.ok((await dark(leg)) > 25, `${leg}: ${await dark(leg)}`);
    assert.equal(await dark(120), 0);
  });

  it('of reflection shows a straight line as a straight one, above a rough foot too', async () => {
    const [width, height] = [120, 160];
    const fringe = Buffer.alloc(width * height * 4);
    for (let x = 10; x < 110; x += 1)
      for (let y = 10; y < 94 + ((x * 7) % 6); y += 1)
        fringe.set(y >= 80 && y < 84 ? [255, 0, 0, 255] : [0, 0, 255, 255], (y * width + x) * 4);
    const image = await sharp(fringe, { raw: { width, height, channels: 4 } })
      .png()
      .toBuffer();
    const { output } = await apply(image, [['shadow', { kind: 'reflection', opacity: 1, length: 60 }]]);
    const { data } = await sharp(output).raw().toBuffer({ resolveWithObject: true });
    const seen = [];
    for (let x = 20; x < 100; x += 1)
      for (let y = 100; y < 140; y += 1)
        if (data[(y * width + x) * 4]! > 128) {
          seen.push(y);
          break;
        }
    assert.equal(seen.length, 80);
    assert.ok(
      Math.max(...seen) - Math.min(...seen) <= 2,
      `from ${Math.min(...seen)} to ${Math.max(...seen)}`,
    );
  });

  it('that is very soft ends in a smooth line, and extends the image only by its visible part', async () => {
    const mug = await (await openSample('cutout', 1000)).png().toBuffer();
    const { output, height } = await apply(mug, [['shadow', { softness: 20, opacity: 1 }]]);
    assert.ok(height < 750 * 1.2, `from 750 to ${height}`);
    const { data, info } = await sharp(output).raw().toBuffer({ resolveWithObject: true });
    const ends = new Set<number>();
    for (let y = Math.round(height * 0.6); y < height; y += 1) {
      const row = data.subarray(y * info.width * 4, (y + 1) * info.width * 4);
      ends.add(row.findIndex((level, at) => at % 4 === 3 && level > 0));
    }
    // If the soft edge moved in steps of twenty pixels, its left end would lie at only 13 places.
    assert.ok(ends.size > 60, `its left end lies at ${ends.size} places`);
  });

  it('extends the image where it would be cut off', async () => {
    const close: Step = ['crop-to-subject', { margin: 0 }];
    const grown = await apply(CUT_OUT, [close, ['shadow', { kind: 'drop' }]]);
    assert.ok(grown.width > 40 && grown.height > 60);
    const kept = await apply(CUT_OUT, [close, ['shadow', { kind: 'drop', extend: false }]]);
    assert.deepEqual([kept.width, kept.height], [40, 60]);
  });

  it('leaves the object in the middle of a canvas that comes after it, and stays inside the margin', async () => {
    for (const shadow of [{ kind: 'drop', angle: 90, distance: 20 }, { kind: 'drop' }, { kind: 'contact' }]) {
      const { output } = await apply(CUT_OUT, [
        ['crop-to-subject', { margin: 0 }],
        ['shadow', shadow],
        ['canvas', { width: 300, height: 300, margin: 10, background: '#00000000' }],
      ]);
      const { object, all } = await boxesOf(output);
      for (const [start, size] of [
        [object.left, object.width],
        [object.top, object.height],
      ] as const)
        assert.ok(Math.abs(start + size / 2 - 150) <= 1, `${JSON.stringify(shadow)} ${start} ${size}`);
      assert.ok(all.left >= 30 && all.top >= 30, JSON.stringify(all));
      assert.ok(all.left + all.width <= 270 && all.top + all.height <= 270, JSON.stringify(all));
    }
  });

  it('lies in the margin of a canvas that comes before it, and moves nothing', async () => {
    const placed: Step[] = [
      ['crop-to-subject', { margin: 0 }],
      ['canvas', { width: 100, height: 100, margin: 10, background: '#00000000' }],
    ];
    const before = await boxesOf((await apply(CUT_OUT, placed)).output);
    const { output, width, height } = await apply(CUT_OUT, [
      ...placed,
      ['shadow', { kind: 'drop', extend: false }],
    ]);
    assert.deepEqual([width, height], [100, 100]);
    assert.deepEqual((await boxesOf(output)).object, before.object);
  });

  it('is refused without a transparent background', async () => {
    assert.match(await reasonOf(apply(PHOTO, [['shadow']])), /no transparent background/);
  });

  it('is refused when the image is fully transparent', async () => {
    const nothing = await sharp(Buffer.alloc(40 * 30 * 4), { raw: { width: 40, height: 30, channels: 4 } })
      .png()
      .toBuffer();
    assert.match(
      await reasonOf(apply(nothing, [['shadow']])),
      /The whole image is transparent. Check the result of the step before/,
    );
  });
});

describe('without an object', () => {
  const wall = () => plain(200, 160, [190, 190, 188]).png().toBuffer();
  const blank = () =>
    sharp(Buffer.alloc(40 * 30 * 4), { raw: { width: 40, height: 30, channels: 4 } })
      .png()
      .toBuffer();

  it('remove-background reports a confidence of 0, and returns an empty or the whole image, as set', async () => {
    for (const [whenNothingFound, alpha] of [
      ['empty', 0],
      ['keep', 255],
    ] as const) {
      const recorder = openTraceRecorder();
      const { output, confidence } = await apply(
        await wall(),
        [['remove-background', { whenNothingFound }]],
        {},
        recorder,
      );
      assert.equal(confidence, 0);
      assert.match(recorder.read().steps[0]?.warnings?.join() ?? '', /No object was found in the image/);
      assert.equal((await pixelAt(output, 100, 80))[3], alpha);
    }
  });

  it('remove-background is not sure of a wholly transparent image', async () => {
    assert.equal((await apply(await blank(), [['remove-background']])).confidence, 0);
  });

  it('crop-to-subject says that it kept the whole image', async () => {
    const { steps } = await traced(await wall(), [['crop-to-subject']]);
    assert.match(steps[0]?.warnings?.join() ?? '', /No object was found to crop to/);
  });

  it('shadow leaves a fully transparent image unchanged if set to, and warns', async () => {
    const { steps } = await traced(await blank(), [['shadow', { whenNothingFound: 'keep' }]]);
    assert.match(steps[0]?.warnings?.join() ?? '', /no shadow was made/);
  });
});

describe('hints for remove-background', () => {
  const scene = async () => {
    const part = (colour: Rgb) => plain(60, 60, colour).png().toBuffer();
    return plain(240, 160, [230, 228, 224])
      .composite([
        { input: await part([160, 40, 50]), left: 30, top: 50 },
        { input: await part([30, 110, 60]), left: 150, top: 50 },
      ])
      .png()
      .toBuffer();
  };
  const alphasOf = async (params: Record<string, unknown>, others: Record<string, Buffer> = {}) => {
    const { output } = await apply(
      await scene(),
      [['remove-background', { method: 'studio', ...params }]],
      others,
    );
    const { data } = await sharp(output).raw().toBuffer({ resolveWithObject: true });
    return [60, 180].map((x) => data[(80 * 240 + x) * 4 + 3]);
  };

  it('come from marks and from a mask of any size; an optional mask that is not given changes nothing', async () => {
    assert.deepEqual(await alphasOf({}), [255, 255]);
    assert.deepEqual(
      await alphasOf({
        drop: [
          {
            points: [
              [0.7, 0.5],
              [0.8, 0.5],
            ],
          },
        ],
      }),
      [255, 0],
    );
    const mask = await plain(24, 16, [128, 128, 128])
      .composite([{ input: await plain(4, 4, [0, 0, 0]).png().toBuffer(), left: 4, top: 6 }])
      .png()
      .toBuffer();
    assert.deepEqual(await alphasOf({ hints: '1' }, { 1: mask }), [0, 255]);
    assert.deepEqual(await alphasOf({ hints: '1' }), [255, 255]);
  });
});
