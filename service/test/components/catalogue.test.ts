import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { chance, openOthers, openSample } from '../../samples/spoil.ts';
import { sharp } from '../../src/components/files/sharp-setup.ts';
import { applySteps } from '../../src/components/steps/apply-steps.ts';
import { checkSteps } from '../../src/components/steps/check-steps.ts';
import { StepsFailure } from '../../src/components/steps/steps-failure.ts';
import { openTraceRecorder } from '../../src/components/steps/trace-recorder.ts';
import { boxOfAlpha } from '../../src/pixels/regions/box-above.ts';
import { LIMITS, noisy, openFolder, pixelAt, plain, type Rgb, SAMPLES } from './sample-pictures.ts';

const folder = openFolder();
const PHOTO = readFileSync(join(SAMPLES, 'stoneware.jpg'));

type Step = [component: string, params?: Record<string, unknown>];

const apply = async (
  picture: Buffer,
  steps: Step[],
  others: Record<string, Buffer> = {},
  recorder = openTraceRecorder(),
) => {
  const output = folder.file();
  const inputs = Object.fromEntries(
    Object.entries(others).map(([name, bytes]) => [name, folder.file(bytes)]),
  );
  const job = {
    steps: steps.map(([component, params = {}], index) => ({ id: `s${index}`, component, params })),
    inputs: { ...inputs, default: folder.file(picture) },
    output,
    limits: LIMITS,
  };
  const result = await applySteps(job, {}, recorder);
  return { ...result, output };
};

/** What the trace says of the steps. */
const traced = async (picture: Buffer, steps: Step[], others: Record<string, Buffer> = {}) => {
  const recorder = openTraceRecorder();
  await apply(picture, steps, others, recorder);
  return recorder.read();
};

const reasonOf = async (work: Promise<unknown>): Promise<string> => {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof StepsFailure, String(error));
  return error.message;
};

/** A box of one colour on another, as PNG. */
const boxOn = async (background: Rgb, colour: Rgb, alpha = 1) => {
  const box = await plain(40, 60, colour).png().toBuffer();
  return plain(200, 160, background, alpha)
    .composite([{ input: box, left: 90, top: 30 }])
    .png()
    .toBuffer();
};
const CUT_OUT = await boxOn([255, 255, 255], [200, 40, 30], 0);

describe('convert', () => {
  it('finds the best quality whose file is not larger than asked', async () => {
    const { bytes } = await apply(PHOTO, [['convert', { format: 'jpeg', quality: 95, maxBytes: 60_000 }]]);
    assert.ok(bytes <= 60_000 && bytes > 50_000, `${bytes} bytes`);
    const free = await apply(PHOTO, [['convert', { format: 'jpeg', quality: 40, maxBytes: 60_000_000 }]]);
    const plainly = await apply(PHOTO, [['convert', { format: 'jpeg', quality: 40 }]]);
    assert.equal(free.hash, plainly.hash);
  });

  it('says how far it came when no quality is small enough', async () => {
    const noise = await noisy(200, 200).png().toBuffer();
    const reason = await reasonOf(apply(noise, [['convert', { format: 'jpeg', maxBytes: 300 }]]));
    assert.match(reason, /even the lowest quality takes \d+ bytes, and maxBytes allows 300/);
  });
});

describe('WebP with transparency', () => {
  it('has every opacity as it was, and the colours where they show', async () => {
    for (const effort of ['fast', 'usual', 'small']) {
      const { output } = await apply(CUT_OUT, [['convert', { format: 'webp', effort }]]);
      const [made, was] = await Promise.all(
        [output, CUT_OUT].map((picture) => sharp(picture).ensureAlpha().raw().toBuffer()),
      );
      let [off, values] = [0, 0];
      for (let at = 0; at < was!.length; at += 4) {
        assert.equal(made![at + 3], was![at + 3], `opacity of pixel ${at / 4}, ${effort}`);
        if (was![at + 3]! < 255) continue;
        values += 3;
        for (let i = at; i < at + 3; i += 1) off += Math.abs(made![i]! - was![i]!);
      }
      assert.ok(off / values < 3, `colours are off by ${off / values}, ${effort}`);
    }
  });

  it('is a plain file where nothing is transparent', async () => {
    const opaque = await sharp(PHOTO).resize(60).ensureAlpha().png().toBuffer();
    const { output } = await apply(opaque, [['convert', { format: 'webp' }]]);
    assert.equal((await sharp(output).metadata()).hasAlpha, false);
  });

  it('takes no room for colours that nobody can see', async () => {
    const speckled = await noisy(200, 200).ensureAlpha(0).png().toBuffer();
    const { bytes } = await apply(speckled, [['convert', { format: 'webp' }]]);
    assert.ok(bytes < 600, `${bytes} bytes`);
  });

  it('is found for the largest size asked for, with its transparency counted', async () => {
    const rough = await noisy(240, 180)
      .joinChannel(await noisy(240, 180).extractChannel(0).raw().toBuffer(), {
        raw: { width: 240, height: 180, channels: 1 },
      })
      .png()
      .toBuffer();
    const free = await apply(rough, [['convert', { format: 'webp' }]]);
    const maxBytes = Math.round(free.bytes * 0.8);
    const { bytes, output } = await apply(rough, [['convert', { format: 'webp', maxBytes }]]);
    assert.ok(bytes <= maxBytes && bytes > maxBytes * 0.9, `${bytes} of ${maxBytes} bytes`);
    assert.equal((await sharp(output).metadata()).hasAlpha, true);
  });

  it('carries notes and a colour profile as any other file', async () => {
    const { output } = await apply(CUT_OUT, [
      ['metadata', { copyright: 'Nord', creator: 'Ada', profile: 'p3' }],
      ['convert', { format: 'webp' }],
    ]);
    const { hasAlpha, exif, xmp, icc, ...size } = await sharp(output).metadata();
    assert.ok(hasAlpha && exif?.includes('Ada') && xmp?.includes('Nord') && icc);
    const { width, height } = await sharp(CUT_OUT).metadata();
    assert.deepEqual([size.width, size.height], [width, height]);
  });
});

describe('a file that would not fit into memory', () => {
  const flat = (width: number, height: number, alpha = 1) =>
    plain(width, height, [90, 120, 150], alpha).png({ compressionLevel: 1 }).toBuffer();

  it('is refused before it is made, with what to do', async () => {
    const large = await flat(6400, 5000);
    for (const [params, says] of [
      [{ format: 'avif' }, 'AVIF is limited to 30 megapixels, and this image would have 32.'],
      [{ format: 'avif', lossless: true }, 'Lossless AVIF is limited to 20 megapixels'],
      [{ format: 'avif', chroma: '4:4:4' }, 'AVIF with 4:4:4 is limited to 20 megapixels'],
      [{ format: 'webp', lossless: true }, 'Lossless WebP is limited to 30 megapixels'],
    ] as const) {
      const reason = await reasonOf(apply(large, [['convert', params]]));
      assert.ok(reason.startsWith(says), reason);
      assert.match(reason, /\. Add a resize step before, or choose another format\.$/);
    }
    const reason = await reasonOf(apply(await flat(5000, 5000, 0.5), [['convert', { format: 'avif' }]]));
    assert.ok(reason.startsWith('AVIF with transparency is limited to 20 megapixels'), reason);
    const padded = await reasonOf(
      apply(await flat(40, 40), [
        ['resize', { width: 6400, height: 5000, fit: 'contain' }],
        ['convert', { format: 'avif' }],
      ]),
    );
    assert.ok(padded.startsWith('AVIF is limited to 30 megapixels, and this image would have 32.'), padded);
  });

  it('is made where the steps before it make the picture small enough', async () => {
    const large = await flat(6400, 5000);
    for (const smaller of [
      ['resize', { width: 100 }],
      ['crop', { width: 100, height: 100 }],
    ] as Step[])
      assert.equal((await apply(large, [smaller, ['convert', { format: 'avif' }]])).format, 'avif');
    const framed = await sharp(await flat(40, 40))
      .extend({ left: 6000, bottom: 5000, background: '#ffffff' })
      .png({ compressionLevel: 1 })
      .toBuffer();
    const { format, width } = await apply(framed, [['trim'], ['convert', { format: 'avif' }]]);
    assert.deepEqual([format, width], ['avif', 40]);
  });
});

describe('a step that would make more than a lane can hold', () => {
  const cutOut = async (side: number) => {
    const box = await plain(side, side, [200, 40, 30]).png().toBuffer();
    return plain(side + 20, side + 20, [0, 0, 0], 0)
      .composite([{ input: box, left: 10, top: 10 }])
      .png({ compressionLevel: 1 })
      .toBuffer();
  };

  it('is refused before it is made, with what to do', async () => {
    const small = await cutOut(300);
    const large = await cutOut(5600);
    for (const [picture, step, size] of [
      [small, ['canvas', { width: 16000, height: 16000 }], '16000 x 16000'],
      [small, ['resize', { width: 12000, height: 12000, fit: 'contain' }], '12000 x 12000'],
      [large, ['crop-to-subject', { margin: 200, beyond: 'extend' }], '28000 x 28000'],
      [large, ['shadow', { kind: 'drop', softness: 20 }], '12322 x 12322'],
    ] as [Buffer, Step, string][]) {
      const reason = await reasonOf(apply(picture, [step, ['curves']]));
      assert.ok(
        reason.startsWith(`This step would make ${size} pixels; at most 120 megapixels are allowed.`),
        reason,
      );
    }
  });
});

describe('a large JPEG', () => {
  it('is made without tables of its own, for which it would have to be held in memory', async () => {
    const sharesTables = async (width: number) => {
      const picture = await plain(500, 400, [90, 120, 150]).png().toBuffer();
      const [usual, fast] = await Promise.all(
        ['usual', 'fast'].map((effort) =>
          apply(picture, [
            ['resize', { width, enlarge: true }],
            ['convert', { format: 'jpeg', effort }],
          ]),
        ),
      );
      return usual!.hash === fast!.hash;
    };
    assert.equal(await sharesTables(5600), true);
    assert.equal(await sharesTables(3000), false);
  });
});

describe('crop-to-subject', () => {
  it('cuts exactly around what is not transparent', async () => {
    const { width, height } = await apply(CUT_OUT, [['crop-to-subject', { margin: 0 }]]);
    assert.deepEqual({ width, height }, { width: 40, height: 60 });
  });

  it('finds an object by its contrast, and leaves an even picture alone', async () => {
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
    const picture = await plain(400, 300, [250, 250, 250]).composite(onWhite).png().toBuffer();
    return apply(picture, [['crop-to-subject', { margin: 0 }]]);
  };

  it('finds a pale object by its outline, and not only the dark label on it', async () => {
    const found = await foundOf([100, 60, 160, 180, 243], [150, 100, 60, 60, 40]);
    assert.ok(Math.abs(found.width - 160) <= 4, `160 wide, not ${found.width}`);
    assert.ok(Math.abs(found.height - 180) <= 4, `180 high, not ${found.height}`);
  });

  it('takes the links of a chain with its pendant, and leaves a speck of dust', async () => {
    const links = Array.from({ length: 25 }, (_, i): Patch => [50 + 12 * i, 100, 8, 8, 90]);
    const found = await foundOf([180, 120, 40, 40, 60], ...links, [20, 260, 6, 6, 60]);
    assert.deepEqual([found.width, found.height], [296, 60]);
  });

  it('keeps a ratio, and goes beyond the picture only when told', async () => {
    const ratio = { width: 2, height: 1, margin: 100 };
    const inside = await apply(CUT_OUT, [['crop-to-subject', ratio]]);
    assert.deepEqual([inside.width, inside.height], [200, 100]);
    const beyond = await apply(CUT_OUT, [['crop-to-subject', { ...ratio, beyond: 'extend' }]]);
    assert.deepEqual([beyond.width, beyond.height], [360, 180]);
  });
});

describe('trim', () => {
  it('leaves the same margin on each side, and less where there is less', async () => {
    const box = await plain(30, 20, [200, 40, 30]).png().toBuffer();
    const at = (left: number, top: number) =>
      plain(100, 80, [255, 255, 255])
        .composite([{ input: box, left, top }])
        .png()
        .toBuffer();
    const sizeOf = async (left: number, top: number, margin: number) => {
      const { width, height } = await apply(await at(left, top), [['trim', { margin }]]);
      return [width, height];
    };
    assert.deepEqual(await sizeOf(40, 30, 10), [50, 40]);
    assert.deepEqual(await sizeOf(2, 55, 10), [42, 35]);
    assert.deepEqual(await sizeOf(40, 30, 0), [30, 20]);
    assert.deepEqual(await sizeOf(40, 30, 1000), [100, 80]);
  });
});

describe('what is put around a picture', () => {
  const AROUND: Step[] = [
    ['rotate', { angle: 30 }],
    ['straighten', { method: 'value', angle: 30, corners: 'fill' }],
    ['resize', { width: 300, height: 40, fit: 'contain' }],
    ['crop-to-subject', { width: 9, height: 1, margin: 50, beyond: 'extend' }],
  ];
  const cornerOf = async (picture: Buffer, [component, params]: Step, background?: string) => {
    const steps: Step[] = [
      [component, { ...params, ...(background && { background }) }],
      ['convert', { format: 'png' }],
    ];
    return pixelAt((await apply(picture, steps)).output, 0, 0);
  };

  it('is white, transparent where the picture has transparency, and what was asked for in any case', async () => {
    const opaque = await sharp(await boxOn([90, 90, 90], [200, 40, 30]))
      .removeAlpha()
      .png()
      .toBuffer();
    for (const step of AROUND) {
      assert.deepEqual((await cornerOf(opaque, step)).slice(0, 3), [255, 255, 255], step[0]);
      assert.equal((await cornerOf(CUT_OUT, step))[3], 0, step[0]);
      assert.deepEqual(await cornerOf(CUT_OUT, step, '#102030'), [16, 32, 48, 255], step[0]);
    }
  });
});

describe('colours', () => {
  it('are black where adjust takes all of the brightness', async () => {
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
    const random = chance();
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
    const warningsOf = async (picture: Buffer, step: Step, others: Record<string, Buffer> = {}) =>
      (await traced(picture, [step], others)).steps[0]?.warnings ?? [];
    const byBorder: Step = ['white-balance', { method: 'border' }];
    const byBackdrop: Step = ['match-colour', { by: 'backdrop' }];
    const photo = await (await openSample('photo', 300)).png().toBuffer();
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
      const usual = await (await openSample(name, 300)).png().toBuffer();
      assert.doesNotMatch((await warningsOf(usual, byBorder)).join(), /neither neutral nor even/, name);
      assert.deepEqual(await warningsOf(usual, byBackdrop, { 1: photo }), [], name);
    }
  });

  it('white-balance leaves a pure white backdrop white, and what tells nothing as it is', async () => {
    const [onWhite, onBlack] = [
      await boxOn([255, 255, 255], [150, 60, 30]),
      await boxOn([0, 0, 0], [150, 60, 30]),
    ];
    const blue = await boxOn([255, 255, 255], [60, 90, 160], 0);
    for (const picture of [onWhite, onBlack, blue])
      for (const method of ['neutral', 'border']) {
        const { output } = await apply(picture, [['white-balance', { method }]]);
        const [made, given] = await Promise.all([output, picture].map((one) => sharp(one).raw().toBuffer()));
        assert.ok(made!.equals(given!), method);
      }
  });

  it('white-balance leaves a gray backdrop gray, though most of the picture is a coloured product', async () => {
    const product = await plain(160, 140, [205, 190, 165]).png().toBuffer();
    const picture = plain(200, 180, [229, 229, 229]).composite([{ input: product }]);
    const { output } = await apply(await picture.png().toBuffer(), [['white-balance']]);
    assert.deepEqual(await pixelAt(output, 3, 3), [229, 229, 229, 255]);
    assert.deepEqual(await pixelAt(output, 100, 90), [205, 190, 165, 255]);
  });

  it('exposure keeps pale things before a bright backdrop pale, and the depth of strong colours', async () => {
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

  it('exposure brings a dull picture to its full range', async () => {
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
    assert.match(await reasonOf(apply(gray, [['curves', { all: falling }]])), /must rise/);
  });

  it('a table of the colours themselves changes nothing', async () => {
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
    const [was, is] = await Promise.all([before, output].map((picture) => sharp(picture).raw().toBuffer()));
    assert.ok(was!.every((level, at) => Math.abs(level - is![at]!) <= 1));
  });

  it('an input that is no colour table is refused by its size', async () => {
    assert.match(
      await reasonOf(apply(PHOTO, [['lut']], { 1: PHOTO })),
      /1600 x 1200 pixels is no colour table/,
    );
  });

  it('match-colour comes near to the colours of the example', async () => {
    const warm = await (await openSample('warm', 300)).png().toBuffer();
    const { output } = await apply(warm, [['match-colour', { strength: 1 }]], { 1: PHOTO });
    const means = async (picture: string | Buffer) =>
      (await sharp(picture).stats()).channels.map(({ mean }) => mean);
    const [made, wanted] = [await means(output), await means(PHOTO)];
    for (let i = 0; i < 3; i += 1) assert.ok(Math.abs(made[i]! - wanted[i]!) < 8, `${made} and ${wanted}`);
  });

  it('match-colour by the backdrop gives another product its own colours back', async () => {
    const warm = await (await openSample('warm-carton', 300)).png().toBuffer();
    const params = { by: 'backdrop', strength: 1 };
    const { output } = await apply(warm, [['match-colour', params]], { 1: PHOTO });
    const carton = await (await openSample('carton', 300)).png().toBuffer();
    const pixels = async (picture: string | Buffer) => sharp(picture).removeAlpha().raw().toBuffer();
    const [made, wanted] = [await pixels(output), await pixels(carton)];
    const off = made.reduce((sum, level, at) => sum + Math.abs(level - wanted[at]!), 0) / made.length;
    assert.ok(off < 6, `${off.toFixed(1)} of 255`);
  });

  it('match-colour by a brighter backdrop leaves the detail of what is brighter still', async () => {
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

describe('detail', () => {
  it('of a cut-out is worked on without the colours that nobody sees', async () => {
    const cutOut = await boxOn([0, 0, 0], [150, 90, 60], 0);
    const steps: Step[] = [
      ['clarity', { amount: 2 }],
      ['denoise', { strength: 40, radius: 6, colour: 60 }],
    ];
    for (const step of steps) {
      const { output } = await apply(cutOut, [step]);
      const [corner, middle] = [await pixelAt(output, 90, 30), await pixelAt(output, 110, 60)];
      const apart = Math.max(...corner.map((level, i) => Math.abs(level - middle[i]!)));
      assert.ok(apart <= 1, `${step[0]}: ${corner} in the corner, ${middle} in the middle`);
      assert.deepEqual(await pixelAt(output, 5, 5), [0, 0, 0, 0]);
    }
  });

  it('denoise takes grain away and leaves edges', async () => {
    const grainy = await (await openSample('grainy', 300)).png().toBuffer();
    const spread = async (picture: string | Buffer) =>
      (
        await sharp(picture)
          .extract({ left: 10, top: 10, width: 40, height: 40 })
          .toBuffer()
          .then((part) => sharp(part).stats())
      ).channels[1]!.stdev;
    const { output } = await apply(grainy, [['denoise', { strength: 24, colour: 40, radius: 3 }]]);
    assert.ok((await spread(output)) < (await spread(grainy)) / 2);
    const edge = await boxOn([225, 225, 225], [20, 30, 40]);
    const [red = 255] = await pixelAt((await apply(edge, [['denoise']])).output, 91, 50);
    assert.ok(red < 30, `${red}`);
  });

  it('denoise leaves no blotches of colour in even areas, and colours end where they did', async () => {
    const [width, height, middle] = [160, 120, 80];
    const random = chance();
    const grain = Array.from({ length: (width * height) / 4 }, () =>
      [0, 1, 2].map(() => (random() + random() + random() - 1.5) * 24),
    );
    const rows = Buffer.alloc(width * height * 3);
    for (let y = 0; y < height; y += 1)
      for (let x = 0; x < width; x += 1)
        for (let i = 0; i < 3; i += 1) {
          // Both sides are as bright: only their colours tell them apart. Cameras' grain is two pixels wide and more.
          const even = (x < middle ? [128, 128, 128] : [188, 108, 108])[i]!;
          rows[(y * width + x) * 3 + i] = even + grain[((y >> 1) * width) / 2 + (x >> 1)]![i]!;
        }
    const picture = await sharp(rows, { raw: { width, height, channels: 3 } })
      .png()
      .toBuffer();
    const { output } = await apply(picture, [['denoise', { strength: 24, colour: 60 }]]);
    const { data } = await sharp(output).raw().toBuffer({ resolveWithObject: true });
    const redness = (left: number, top: number, wide: number, high: number) => {
      let sum = 0;
      for (let y = top; y < top + high; y += 1)
        for (let x = left; x < left + wide; x += 1)
          sum += data[(y * width + x) * 3]! - data[(y * width + x) * 3 + 1]!;
      return sum / (wide * high);
    };
    const blocks = [];
    for (let top = 0; top < height; top += 6)
      for (let left = 0; left < middle - 20; left += 6) blocks.push(redness(left, top, 6, 6));
    const blotches = Math.sqrt(blocks.reduce((sum, block) => sum + block ** 2, 0) / blocks.length);
    assert.ok(blotches < 2.5, `blotches of ${blotches}`);
    const step = redness(middle + 2, 0, 2, height) - redness(middle - 4, 0, 2, height);
    assert.ok(step > 55, `a step of ${step}`);
  });

  it('spot-clean removes specks from the backdrop, close to the object too, and none from the object', async () => {
    const photo = await (await openSample('photo', 400)).raw().toBuffer({ resolveWithObject: true });
    const { width, height } = photo.info;
    const spots = [
      [40, 40],
      [350, 30],
      [60, 250],
      // Just beside the handle.
      [318, 130],
    ].map(([x = 0, y = 0]) => ({ x, y }));
    const dusty = Buffer.from(photo.data);
    for (const { x, y } of spots)
      for (const at of [0, 1, width, width + 1])
        dusty.fill(90, (y * width + x + at) * 3, (y * width + x + at) * 3 + 3);
    const { output } = await apply(
      await sharp(dusty, { raw: { width, height, channels: 3 } })
        .png()
        .toBuffer(),
      [['spot-clean']],
    );
    for (const { x, y } of spots) assert.ok((await pixelAt(output, x, y))[0]! > 140, `${x},${y}`);
    const middle = { left: 150, top: 120, width: 60, height: 40 };
    const part = async (from: Parameters<typeof sharp>[0]) => sharp(from).extract(middle).raw().toBuffer();
    assert.deepEqual(await part(output), await (await openSample('photo', 400)).png().toBuffer().then(part));
  });

  it('straighten finds the tilt of clear edges', async () => {
    // A checkered box of 120 x 100 before a wall.
    const [width, height] = [240, 180];
    const levels = Buffer.alloc(width * height * 3, 225);
    for (let y = 40; y < 140; y += 1)
      for (let x = 60; x < 180; x += 1) {
        const isRed = (Math.floor(x / 20) + Math.floor(y / 20)) % 2 === 0;
        levels.set(isRed ? [180, 70, 50] : [60, 70, 90], (y * width + x) * 3);
      }
    const tilted = await sharp(levels, { raw: { width, height, channels: 3 } })
      .rotate(4, { background: '#e1e1e1' })
      .png()
      .toBuffer();
    const { output } = await apply(tilted, [['straighten', { corners: 'fill', background: '#e1e1e1' }]]);
    const box = await apply(readFileSync(output), [['crop-to-subject', { margin: 0 }]]);
    assert.ok(
      Math.abs(box.width - 120) <= 4 && Math.abs(box.height - 100) <= 4,
      `${box.width} x ${box.height}`,
    );
  });

  it('straighten leaves an opaque picture opaque where it cuts the corners away', async () => {
    const cut = { method: 'value', angle: 5, background: '#00000000' };
    assert.equal((await apply(PHOTO, [['straighten', cut]])).format, 'jpeg');
    assert.equal((await apply(PHOTO, [['straighten', { ...cut, corners: 'fill' }]])).format, 'png');
  });

  it('straighten sets a photo upright that was taken with a tilted camera', async () => {
    const upright = await (await openSample('carton', 400)).png().toBuffer();
    const tilted = await (await openSample('tilted', 400)).png().toBuffer();
    const { output } = await apply(tilted, [['straighten']]);
    // The left edge of the carton, which is darker than the paper, at two heights of its plain part.
    const edgeAt = async (picture: string | Buffer, share: number) => {
      const { data, info } = await sharp(picture)
        .removeAlpha()
        .greyscale()
        .raw()
        .toBuffer({ resolveWithObject: true });
      const row = Math.round(info.height * share) * info.width;
      return data.subarray(row, row + info.width).findIndex((level) => level < 120);
    };
    const lean = async (picture: string | Buffer) =>
      Math.abs((await edgeAt(picture, 0.18)) - (await edgeAt(picture, 0.4)));
    assert.ok((await lean(upright)) <= 1, `upright leans ${await lean(upright)}`);
    assert.ok(Math.abs((await lean(tilted)) - 6) <= 1, `tilted leans ${await lean(tilted)}`);
    assert.ok((await lean(output)) <= 1, `straightened leans ${await lean(output)}`);
  });
});

/** The box of what is opaque, and of all that is there. */
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

  it('of contact lies along what stands on the ground, and leaves light between two legs', async () => {
    const [width, height] = [240, 200];
    const table = Buffer.alloc(width * height * 4);
    for (let y = 40; y < 160; y += 1)
      for (let x = 40; x < 200; x += 1)
        if (y < 60 || x < 60 || x >= 180) table.set([90, 60, 40, 255], (y * width + x) * 4);
    const picture = await sharp(table, { raw: { width, height, channels: 4 } })
      .png()
      .toBuffer();
    const { output } = await apply(picture, [['shadow', { kind: 'contact' }]]);
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
    const picture = await sharp(fringe, { raw: { width, height, channels: 4 } })
      .png()
      .toBuffer();
    const { output } = await apply(picture, [['shadow', { kind: 'reflection', opacity: 1, length: 60 }]]);
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

  it('that is very soft ends in a smooth line, and makes room for what can be seen of it only', async () => {
    const mug = await (await openSample('cutout', 1000)).png().toBuffer();
    const { output, height } = await apply(mug, [['shadow', { softness: 20, opacity: 1 }]]);
    assert.ok(height < 750 * 1.2, `from 750 to ${height}`);
    const { data, info } = await sharp(output).raw().toBuffer({ resolveWithObject: true });
    const ends = new Set<number>();
    for (let y = Math.round(height * 0.6); y < height; y += 1) {
      const row = data.subarray(y * info.width * 4, (y + 1) * info.width * 4);
      ends.add(row.findIndex((level, at) => at % 4 === 3 && level > 0));
    }
    // In stairs of twenty pixels, only 13 places.
    assert.ok(ends.size > 60, `its left end lies at ${ends.size} places`);
  });

  it('makes room where the picture ends', async () => {
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

  it('is refused where nothing can be seen', async () => {
    const nothing = await sharp(Buffer.alloc(40 * 30 * 4), { raw: { width: 40, height: 30, channels: 4 } })
      .png()
      .toBuffer();
    assert.match(
      await reasonOf(apply(nothing, [['shadow']])),
      /The whole image is transparent. Check the result of the step before/,
    );
  });
});

describe('nothing to be found', () => {
  const wall = () => plain(200, 160, [190, 190, 188]).png().toBuffer();
  const blank = () =>
    sharp(Buffer.alloc(40 * 30 * 4), { raw: { width: 40, height: 30, channels: 4 } })
      .png()
      .toBuffer();

  it('remove-background says so with a confidence of 0, and leaves nothing or the whole image as asked', async () => {
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

  it('shadow leaves a wholly transparent image as it is where that is asked, and says so', async () => {
    const { steps } = await traced(await blank(), [['shadow', { whenNothingFound: 'keep' }]]);
    assert.match(steps[0]?.warnings?.join() ?? '', /no shadow was made/);
  });
});

describe('border', () => {
  it('inside lies over the picture, which can be seen through it as far as its colour lets', async () => {
    const gray = await plain(100, 80, [200, 200, 200]).jpeg().toBuffer();
    const frame = { place: 'inside', unit: 'pixels', width: 10, colour: '#00000080' };
    const { output, width, format } = await apply(gray, [['border', frame]]);
    assert.deepEqual([width, format], [100, 'jpeg']);
    const [edge = 0] = await pixelAt(output, 3, 40);
    const [middle = 0] = await pixelAt(output, 50, 40);
    assert.ok(Math.abs(edge - 100) <= 3 && Math.abs(middle - 200) <= 2, `${edge}, ${middle}`);
  });
});

describe('words', () => {
  it('are what was written: markup is text, and empty text is nothing', async () => {
    const plainly = await apply(PHOTO, [['text', { text: '' }]]);
    assert.equal(plainly.hash, (await apply(PHOTO, [])).hash);
    const marked = await apply(PHOTO, [['text', { text: '<span size="500000">a</span> & \u0000 <' }]]);
    assert.equal(marked.width, 1600);
  });

  it('of a watermark can be read on white, on gray and on black', async () => {
    for (const level of [255, 128, 0]) {
      const ground = await plain(600, 400, [level, level, level]).png().toBuffer();
      const { output } = await apply(ground, [['watermark']]);
      const { channels } = await sharp(output).stats();
      const [{ min, max }] = [channels[0]!];
      assert.ok(max - min > 60, `from ${min} to ${max} on ${level}`);
    }
  });

  it('of a watermark keep their distance from the edge', async () => {
    const gray = await plain(600, 400, [128, 128, 128]).png().toBuffer();
    const once = { text: 'mine', tiled: false, position: 'southeast', angle: 0, margin: 10 };
    const { output } = await apply(gray, [['watermark', once]]);
    const trimmed = await sharp(output).trim({ threshold: 5 }).toBuffer({ resolveWithObject: true });
    const right = 600 + trimmed.info.trimOffsetLeft! - trimmed.info.width;
    assert.ok(Math.abs(right - 40) <= 8, `${right} of 40 pixels to the right`);
  });

  it('of a watermark take no more than about half of the height, in however many lines', async () => {
    const gray = await plain(400, 400, [128, 128, 128]).png().toBuffer();
    for (const text of ['M', 'M\nM\nM\nM\nM\nM\nM\nM']) {
      const { output } = await apply(gray, [['watermark', { text, scale: 1, tiled: false, angle: 0 }]]);
      const { info } = await sharp(output).trim({ threshold: 5 }).toBuffer({ resolveWithObject: true });
      assert.ok(info.height > 120 && info.height < 260, `${info.height} of 400 pixels`);
    }
  });

  it('become smaller until every line and word is whole inside the margin', async () => {
    const gray = await plain(1200, 900, [200, 200, 200]).png().toBuffer();
    for (const text of ['1.299,00 EUR', 'Sale\nnow', 'W'.repeat(100), 'a b c '.repeat(50)]) {
      const { output } = await apply(gray, [
        ['text', { text, size: 50, margin: 10, colour: '#000000' }],
        ['convert', { format: 'png' }],
      ]);
      const { info } = await sharp(output)
        .trim({ background: '#c8c8c8' })
        .toBuffer({ resolveWithObject: true });
      const left = -(info.trimOffsetLeft ?? 0);
      const top = -(info.trimOffsetTop ?? 0);
      assert.ok(info.width > 300, `${text} is ${info.width} wide`);
      assert.ok(left >= 88 && left + info.width <= 1112, `${text} from ${left}`);
      assert.ok(top >= 88 && top + info.height <= 812, `${text} from ${top}`);
    }
  });

  it('that leave no room are not written, and the trace says so', async () => {
    const recorder = openTraceRecorder();
    const output = folder.file();
    const steps = [{ id: 'words', component: 'text', params: { text: 'Hello', margin: 50 } }];
    const inputs = { default: folder.file(PHOTO) };
    await applySteps({ steps, inputs, output, limits: LIMITS }, undefined, recorder);
    assert.match(JSON.stringify(recorder.read()), /does not fit into the image with this margin/);
  });

  it('in letters that the fonts do not have are refused', async () => {
    for (const component of ['text', 'watermark'])
      for (const text of ['日本', 'नमस्ते', 'Sale 🔥'])
        assert.throws(
          () =>
            checkSteps([{ id: 'a', component, params: { text } }], {
              default: { required: true, description: '' },
            }),
          /may only have Latin, Greek and Cyrillic letters/,
        );
  });

  it('stay inside a picture that is too small for them', async () => {
    for (const [width, height] of [
      [1, 1],
      [3, 200],
      [200, 3],
    ] as const) {
      const tiny = await plain(width, height, [90, 90, 90]).png().toBuffer();
      for (const component of ['text', 'watermark']) {
        const result = await apply(tiny, [[component, { text: 'A long text for a small picture' }]]);
        assert.deepEqual([result.width, result.height], [width, height], component);
      }
    }
  });
});

describe('metadata', () => {
  const rights = { copyright: '\u00a9 <Studio> & Nord', creator: 'Ada', credit: 'Nord' };

  it('writes rights as EXIF and XMP, in every format that holds them', async () => {
    for (const format of ['jpeg', 'png', 'webp', 'tiff', 'avif']) {
      const { output } = await apply(PHOTO, [
        ['metadata', rights],
        ['resize', { width: 100 }],
        ['convert', { format }],
      ]);
      const { xmp, exif } = await sharp(output).metadata();
      assert.ok(xmp?.toString().includes('\u00a9 &lt;Studio&gt; &amp; Nord'), format);
      // libvips writes no EXIF into TIFF.
      assert.equal(exif?.includes('Ada') ?? false, format !== 'tiff', format);
    }
  });

  it('keeps what the camera noted only when told, and never its turn', async () => {
    const noted = await sharp(PHOTO)
      .resize(120)
      .withExif({ IFD0: { Make: 'Lumen', Orientation: '6' } })
      .jpeg()
      .toBuffer();
    const kept = await apply(noted, [['metadata', { keep: 'everything', ...rights }], ['rotate']]);
    const { exif, orientation = 1 } = await sharp(kept.output).metadata();
    assert.ok(exif?.includes('Lumen') && exif.includes('Ada'));
    assert.equal(orientation, 1);
    const stripped = await apply(noted, [['metadata', rights]]);
    assert.ok(!(await sharp(stripped.output).metadata()).exif?.includes('Lumen'));
  });

  /** A photo with notes of every kind; the packet has a rating, and a title and a copyright notice of its own. */
  const packet =
    '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">' +
    '<r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><r:Description r:about="uuid:7" xmp:Rating="5"' +
    ' xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:p="http://ns.adobe.com/photoshop/1.0/" p:Credit="Old credit"' +
    ' xmlns:d="http://purl.org/dc/elements/1.1/" xmlns:tiff="http://ns.adobe.com/tiff/1.0/" tiff:Orientation="6">' +
    '<d:rights><r:Alt><r:li xml:lang="x-default">Old rights</r:li></r:Alt></d:rights>' +
    '<d:title><r:Alt><r:li xml:lang="x-default">Own title</r:li></r:Alt></d:title>' +
    '</r:Description></r:RDF></x:xmpmeta><?xpacket end="w"?>';
  const iptcField = (number: number, text: string) =>
    Buffer.concat([Buffer.from([0x1c, 2, number, 0, text.length]), Buffer.from(text)]);
  const withNotes = async (xmp: string, iptc = Buffer.alloc(0)) => {
    const photo = await sharp(PHOTO)
      .resize(120)
      .withExif({ IFD0: { Make: 'Lumen' } })
      .withXmp(xmp)
      .jpeg()
      .toBuffer();
    if (iptc.length === 0) return photo;
    const block = Buffer.concat([
      Buffer.from('Photoshop 3.0\0' + '8BIM'),
      Buffer.from([4, 4, 0, 0, 0, 0, 0, iptc.length]),
      iptc,
    ]);
    const head = Buffer.from([0xff, 0xed, 0, block.length + 2]);
    return Buffer.concat([photo.subarray(0, 2), head, block, photo.subarray(2)]);
  };
  const keptIn = async (picture: Buffer, params: object, format = 'jpeg') => {
    const recorder = openTraceRecorder();
    const steps = [
      { id: 'm', component: 'metadata', params: { keep: 'everything', ...params } },
      { id: 'c', component: 'convert', params: { format } },
    ];
    const output = folder.file();
    await applySteps(
      { steps, limits: LIMITS, inputs: { default: folder.file(picture) }, output },
      {},
      recorder,
    );
    const { exif, xmp, iptc, icc } = await sharp(output).metadata();
    const said = recorder.read().steps[0]?.warnings ?? [];
    return {
      exif: exif?.toString('latin1') ?? '',
      xmp: xmp?.toString() ?? '',
      iptc: iptc?.toString('latin1') ?? '',
      icc,
      said,
    };
  };

  it('adds rights to the notes that are kept, in place of the same ones', async () => {
    const iptc = Buffer.concat([iptcField(116, 'Old rights'), iptcField(25, 'mug')]);
    const kept = await keptIn(await withNotes(packet, iptc), rights);
    for (const part of [
      'xmp:Rating="5"',
      'Own title',
      '&lt;Studio&gt; &amp; Nord',
      '>Ada<',
      '>Nord<',
      'rdf:about="uuid:7"',
      'tiff:Orientation="1"',
    ])
      assert.ok(kept.xmp.includes(part), `${part} in ${kept.xmp}`);
    for (const part of ['Old rights', 'Old credit']) assert.ok(!kept.xmp.includes(part), part);
    assert.ok(kept.iptc.includes('mug') && !kept.iptc.includes('Old rights'), kept.iptc);
    assert.ok(kept.exif.includes('Lumen') && kept.exif.includes('Ada'));
    assert.deepEqual(kept.said, []);
    const asTheyWere = await keptIn(await withNotes(packet, iptc), {});
    assert.equal(asTheyWere.xmp, packet.replace('Orientation="6"', 'Orientation="1"'));
    assert.ok(asTheyWere.iptc.includes('Old rights'));
  });

  it('says which notes cannot be kept', async () => {
    const tiff = await keptIn(await withNotes(packet, iptcField(25, 'mug')), rights, 'tiff');
    assert.ok(tiff.xmp.includes('Own title') && tiff.xmp.includes('Ada'));
    assert.match(
      tiff.said.join(' '),
      /TIFF files are written without EXIF.*Only JPEG files are written with the older IPTC/,
    );
    const ofPhotoshop = await withNotes(packet, iptcField(25, 'mug'));
    ofPhotoshop.writeUInt16BE(0x0425, ofPhotoshop.indexOf('8BIM') + 4);
    assert.doesNotMatch((await keptIn(ofPhotoshop, rights, 'tiff')).said.join(' '), /IPTC/);
    const long = await sharp(PHOTO)
      .resize(120)
      .withXmp(packet.replace('Own title', 'o'.repeat(70_000)))
      .png()
      .toBuffer();
    assert.match(
      (await keptIn(long, rights)).said.join(' '),
      /XMP metadata is larger than 60 kB and was left out/,
    );
    assert.deepEqual((await keptIn(long, rights, 'png')).said, []);
  });

  it('adds nothing to notes that are no XMP, and writes the rights alone', async () => {
    const nested = '<a>'.repeat(10_000);
    for (const broken of [
      packet.replace('</r:RDF>', ''),
      packet.replace('<r:RDF', '<!DOCTYPE a [<!ENTITY b "c">]><r:RDF'),
      packet.replace('<d:rights>', nested),
      packet.replace('<d:rights>', '<!-- '.repeat(5000)),
      `<x ${' '.repeat(50_000)}`,
      'words',
    ]) {
      const kept = await keptIn(await withNotes(broken), rights);
      assert.ok(kept.xmp.includes('>Ada<') && !kept.xmp.includes('Own title'), broken.slice(0, 400));
      assert.match(kept.said.join(' '), /XMP metadata cannot be read and was left out/, broken.slice(0, 400));
    }
  });

  it('says no profile where none is asked for, whatever is kept', async () => {
    assert.equal((await keptIn(await withNotes(packet), {})).icc, undefined);
    assert.ok((await keptIn(await withNotes(packet), { profile: 'srgb' })).icc);
  });

  it('converts to Display P3 and says so', async () => {
    const { output } = await apply(await plain(8, 8, [255, 0, 0]).png().toBuffer(), [
      ['metadata', { profile: 'p3' }],
    ]);
    assert.ok((await sharp(output).metadata()).icc);
    // The numbers of the same red in the wider space.
    near(await numbersOf(output), [234, 51, 35], 1);
    near(await pixelAt(output, 2, 2), [255, 0, 0], 2);
  });

  it('keeps the profile of the input, and every colour looks as before', async () => {
    const photo = sharp(PHOTO).resize(200).modulate({ saturation: 1.3 }).withIccProfile('p3');
    const { icc } = await sharp(await photo.clone().png().toBuffer()).metadata();
    for (const [format, most] of [
      ['png', 0.1],
      ['tiff', 0.1],
      ['jpeg', 2],
      ['webp', 2],
      ['avif', 2],
    ] as const)
      for (const steps of [[], [['flip'], ['curves'], ['flip']]] as Step[][]) {
        const wide = await photo.clone().png().toBuffer();
        const { output } = await apply(wide, [
          ...steps,
          ['metadata', { profile: 'keep' }],
          ['convert', { format, quality: 95 }],
        ]);
        assert.deepEqual((await sharp(output).metadata()).icc, icc, format);
        // As a screen with colour management shows both, and as the numbers in the files are.
        for (const options of [{}, { ignoreIcc: true }]) {
          const [was, is] = await Promise.all(
            [wide, output].map((picture) => sharp(picture, options).raw().toBuffer()),
          );
          const mean = was!.reduce((sum, level, at) => sum + Math.abs(level - is![at]!), 0) / was!.length;
          assert.ok(mean <= most, `${format}: ${mean}`);
        }
      }
  });

  it('keeps no profile where there is none, and says sRGB where it cannot be kept', async () => {
    const profileOf = async (picture: Buffer) => {
      const recorder = openTraceRecorder();
      const job = {
        steps: [{ id: 'm', component: 'metadata', params: { profile: 'keep' } }],
        limits: LIMITS,
      };
      const output = folder.file();
      await applySteps({ ...job, inputs: { default: folder.file(picture) }, output }, undefined, recorder);
      assert.ok(!existsSync(`${output}.kept`));
      const { icc, space } = await sharp(output).metadata();
      return { icc, space, said: JSON.stringify(recorder.read()) };
    };
    const orange = plain(8, 8, [200, 90, 20]);
    assert.equal((await profileOf(await orange.clone().png().toBuffer())).icc, undefined);
    const { icc: srgb } = await sharp(
      await orange.clone().withIccProfile('srgb').png().toBuffer(),
    ).metadata();

    const cmyk = await profileOf(await orange.clone().withIccProfile('cmyk').jpeg().toBuffer());
    assert.deepEqual([cmyk.icc, cmyk.space], [srgb, 'srgb']);
    assert.match(cmyk.said, /not for RGB\. The result is in sRGB/);

    const broken = await orange.clone().withIccProfile('p3').webp({ lossless: true }).toBuffer();
    broken.fill(0xff, broken.indexOf('acsp') + 92, broken.indexOf('acsp') + 300);
    const mended = await profileOf(broken);
    assert.deepEqual(mended.icc, srgb);
    assert.match(mended.said, /The colour profile of the file is broken/);
  });
});

const numbersOf = async (path: string): Promise<number[]> => [
  ...(await sharp(path, { ignoreIcc: true }).raw().toBuffer()).subarray(0, 3),
];
const near = (is: number[], wanted: number[], most: number) =>
  assert.ok(
    wanted.every((level, i) => Math.abs(level - is[i]!) <= most),
    `${is} is not ${wanted}`,
  );

describe('assert', () => {
  it('lets a good picture pass unchanged', async () => {
    const good = await apply(PHOTO, [
      ['assert', { minWidth: 1600, maxRatio: 1.4, minSharpness: 10, maxBytes: 1e6 }],
    ]);
    assert.equal(good.hash, (await apply(PHOTO, [])).hash);
  });

  it('fails with the reason', async () => {
    const fails = async (params: Record<string, unknown>, picture = PHOTO) =>
      reasonOf(apply(picture, [['assert', params]]));
    assert.match(await fails({ minWidth: 2000 }), /1600 x 1200 pixels; it must be at least 2000 wide/);
    assert.match(await fails({ maxHeight: 1000 }), /at most 1000 high/);
    assert.match(await fails({ minWidth: 2000, maxHeight: 1000 }), /at least 2000 wide.* at most 1000 high/);
    assert.match(await fails({ minRatio: 1, maxRatio: 1 }), /ratio of 1\.33; it must be from 1 to 1/);
    assert.match(
      await fails({ minWhiteBorder: 95 }),
      /percent of the image's edge is white or transparent; 95/,
    );
    assert.match(await fails({ maxBytes: 1000 }), /result file has \d+ bytes; at most 1000/);
    const soft = await sharp(PHOTO).blur(12).jpeg().toBuffer();
    assert.match(await fails({ minSharpness: 15 }, soft), /sharpness of \d+; at least 15/);
  });
});

describe('other inputs', () => {
  it('of a collage leave no gap when they are optional and not given', async () => {
    const logo = await openOthers(100)[1].png().toBuffer();
    const cell = { cellWidth: 50, cellHeight: 40, gap: 0 };
    const two = await apply(PHOTO, [['collage', { ...cell, inputs: ['1', '2', '3'] }]], { 3: logo });
    assert.deepEqual([two.width, two.height], [100, 40]);
    assert.equal((await apply(PHOTO, [['collage', cell]])).width, 1600);
  });

  it('of a watermark or a background are only needed when they are named', async () => {
    const { output } = await apply(CUT_OUT, [['add-background', { colour: '#336699' }]]);
    assert.deepEqual(await pixelAt(output, 5, 5), [0x33, 0x66, 0x99]);
    const hash = (await apply(PHOTO, [])).hash;
    assert.equal((await apply(PHOTO, [['watermark', { input: '7' }]])).hash, hash);
  });

  it('lie side by side, one above the other, or half and half', async () => {
    const [red, blue] = await Promise.all(
      (
        [
          [200, 0, 0],
          [0, 0, 200],
        ] as Rgb[]
      ).map((colour) => plain(40, 20, colour).png().toBuffer()),
    );
    const sizes = { beside: [80, 20], above: [40, 40], split: [40, 20] };
    for (const [arrangement, size] of Object.entries(sizes)) {
      const { width, height, output } = await apply(red!, [['compare', { arrangement, gap: 0 }]], {
        1: blue!,
      });
      assert.deepEqual([width, height], size);
      assert.deepEqual(await pixelAt(output, 2, 2), [0, 0, 200], arrangement);
      assert.deepEqual(await pixelAt(output, width - 2, height - 2), [200, 0, 0], arrangement);
    }
  });
});

describe('compare', () => {
  it('shows the picture however narrow it is', async () => {
    const other = await plain(20, 20, [0, 0, 200]).png().toBuffer();
    for (const [width, gap] of [
      [1, 1],
      [2, 0],
      [3, 20],
    ] as const) {
      const narrow = await plain(width, 20, [200, 0, 0]).png().toBuffer();
      const { output } = await apply(narrow, [['compare', { arrangement: 'split', gap }]], { 1: other });
      assert.deepEqual(await pixelAt(output, width - 1, 10), [200, 0, 0], `${width} wide`);
    }
  });
});

describe('every component', () => {
  it('takes the smallest, flattest and narrowest pictures', async () => {
    const { COMPONENTS } = await import('../../src/components/registry.ts');
    const shapes = await Promise.all(
      (
        [
          [1, 1],
          [1, 300],
          [300, 1],
          [2, 3],
        ] as const
      ).map(([width, height]) => plain(width, height, [90, 120, 150], 0.5).png().toBuffer()),
    );
    const other = await plain(64, 64, [200, 40, 30]).png().toBuffer();
    for (const { name } of COMPONENTS)
      for (const shape of shapes) {
        const params = name === 'resize' ? { width: 10 } : {};
        await apply(shape, [[name, params]], { 1: other }).catch((error) => {
          // A refusal in words is fine, a crash is not.
          assert.ok(
            error instanceof StepsFailure && /background|colour table/.test(error.message),
            `${name}: ${error}`,
          );
        });
      }
  });
});
