import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inspectImage } from '../../src/components/files/inspect-image.ts';
import { sharp } from '../../src/components/files/sharp-setup.ts';
import { applySteps } from '../../src/components/steps/apply-steps.ts';
import type { Step } from '../../src/domain/workflows/workflow.ts';
import { halves, LIMITS, openFolder, pixelAt, plain, type Rgb } from './sample-images.ts';

const folder = openFolder();
const ORANGE: Rgb = [200, 100, 50];
const GRAY: Rgb = [120, 120, 120];

const apply = async (image: Buffer, steps: Omit<Step, 'id'>[]) => {
  const output = folder.file();
  const result = await applySteps({
    steps: steps.map((step, index) => ({ ...step, id: `s${index}` })),
    inputs: { default: folder.file(image) },
    output,
    limits: LIMITS,
  });
  return { ...result, output };
};

const near = (seen: number[], wanted: readonly number[], tolerance: number, what: string) =>
  assert.ok(
    wanted.every((value, band) => Math.abs(value - seen[band]!) <= tolerance),
    `${what}: ${seen} instead of ${wanted}`,
  );

describe('an image arrives in sRGB, whatever it is stored in', () => {
  // CMYK cannot hold this orange, so the result has the nearest colour that CMYK can hold.
  const kinds: [kind: string, image: () => Promise<Buffer>, colour: Rgb, tolerance: number][] = [
    ['8-bit JPEG', () => plain(60, 40, ORANGE).jpeg({ quality: 100 }).toBuffer(), ORANGE, 1],
    [
      'CMYK JPEG',
      () => plain(60, 40, ORANGE).withIccProfile('cmyk').jpeg({ quality: 100 }).toBuffer(),
      [195, 94, 24],
      8,
    ],
    [
      'CMYK JPEG without profile',
      () => plain(60, 40, ORANGE).toColourspace('cmyk').jpeg({ quality: 100 }).toBuffer(),
      [195, 94, 24],
      8,
    ],
    ['CMYK TIFF', () => plain(60, 40, ORANGE).withIccProfile('cmyk').tiff().toBuffer(), [195, 94, 24], 8],
    ['gray JPEG', () => plain(60, 40, GRAY).toColourspace('b-w').jpeg({ quality: 100 }).toBuffer(), GRAY, 1],
    ['gray PNG', () => plain(60, 40, GRAY).toColourspace('b-w').png().toBuffer(), GRAY, 0],
    ['16-bit gray PNG', () => plain(60, 40, GRAY).toColourspace('grey16').png().toBuffer(), GRAY, 0],
    ['16-bit PNG', () => plain(60, 40, ORANGE).toColourspace('rgb16').png().toBuffer(), ORANGE, 0],
    [
      '16-bit PNG with a wide profile',
      () => plain(60, 40, ORANGE).withIccProfile('p3').toColourspace('rgb16').png().toBuffer(),
      ORANGE,
      2,
    ],
    [
      '8-bit PNG with a wide profile',
      () => plain(60, 40, ORANGE).withIccProfile('p3').png().toBuffer(),
      ORANGE,
      2,
    ],
    ['palette PNG', () => plain(60, 40, ORANGE).png({ palette: true }).toBuffer(), ORANGE, 0],
    ['GIF', () => plain(60, 40, ORANGE).gif().toBuffer(), ORANGE, 0],
    ['WebP', () => plain(60, 40, ORANGE).webp({ lossless: true }).toBuffer(), ORANGE, 0],
    [
      'AVIF of 10 bits',
      () => plain(60, 40, ORANGE).avif({ quality: 95, bitdepth: 10 }).toBuffer(),
      ORANGE,
      2,
    ],
    ['TIFF', () => plain(60, 40, ORANGE).tiff().toBuffer(), ORANGE, 1],
  ];
  for (const [kind, image, colour, tolerance] of kinds)
    it(kind, async () => {
      const canvas = {
        component: 'canvas',
        params: { width: 80, height: 80, margin: 10, background: '#ff0000' },
      };
      const png = { component: 'convert', params: { format: 'png' } };
      const { output } = await apply(await image(), [canvas, png]);
      near(await pixelAt(output, 40, 40), colour, tolerance, 'image');
      // A gray or 16-bit image must not turn a red background gray or dark.
      near(await pixelAt(output, 2, 2), [255, 0, 0], 0, 'background');
      assert.equal((await sharp(output).metadata()).depth, 'uchar');
    });
});

describe('transparency', () => {
  const kinds: [kind: string, image: () => Promise<Buffer>, colour: Rgb][] = [
    ['of a PNG', () => plain(60, 40, ORANGE, 0.5).png().toBuffer(), ORANGE],
    ['of a palette PNG', () => plain(60, 40, ORANGE, 0.5).png({ palette: true }).toBuffer(), ORANGE],
    ['of a gray PNG', () => plain(60, 40, GRAY, 0.5).toColourspace('b-w').png().toBuffer(), GRAY],
    ['of a WebP', () => plain(60, 40, ORANGE, 0.5).webp({ lossless: true }).toBuffer(), ORANGE],
    ['of an AVIF', () => plain(60, 40, ORANGE, 0.5).avif({ quality: 95 }).toBuffer(), ORANGE],
  ];
  for (const [kind, image, [r, g, b]] of kinds)
    it(`${kind} is kept, or filled with the canvas colour`, async () => {
      const png = { component: 'convert', params: { format: 'png' } };
      const kept = await apply(await image(), [{ component: 'resize', params: { width: 30 } }, png]);
      near(await pixelAt(kept.output, 15, 10), [r, g, b, 128], 2, 'kept');
      const canvas = {
        component: 'canvas',
        params: { width: 80, height: 80, margin: 10, background: '#ff0000' },
      };
      const filled = await apply(await image(), [canvas, png]);
      near(await pixelAt(filled.output, 40, 40), [(r + 255) / 2, g / 2, b / 2], 2, 'filled');
      assert.equal((await sharp(filled.output).metadata()).hasAlpha, false);
    });
});

describe('an image comes out upright', () => {
  const [RED, BLUE]: [Rgb, Rgb] = [
    [220, 30, 30],
    [30, 30, 220],
  ];
  // The expected corners of the upright image, when an image with red on the left and blue on the right is stored
  // with this orientation.
  const upright: [orientation: number, width: number, height: number, topLeft: Rgb, bottomLeft: Rgb][] = [
    [1, 80, 40, RED, RED],
    [2, 80, 40, BLUE, BLUE],
    [3, 80, 40, BLUE, BLUE],
    [4, 80, 40, RED, RED],
    [5, 40, 80, RED, BLUE],
    [6, 40, 80, RED, BLUE],
    [7, 40, 80, BLUE, RED],
    [8, 40, 80, BLUE, RED],
  ];
  for (const [orientation, width, height, topLeft, bottomLeft] of upright)
    it(`with orientation ${orientation}`, async () => {
      const image = await halves(80, 40, RED, BLUE).withMetadata({ orientation }).png().toBuffer();
      const jpeg = await sharp(image).withMetadata({ orientation }).jpeg({ quality: 100 }).toBuffer();
      for (const bytes of [image, jpeg]) {
        const facts = await inspectImage(folder.file(bytes), LIMITS);
        assert.deepEqual([facts.width, facts.height], [width, height], 'inspected');
        const cases: Omit<Step, 'id'>[][] = [
          [],
          [{ component: 'resize', params: { width: width / 2 } }],
          [
            { component: 'sharpen', params: {} },
            { component: 'crop', params: { by: 'pixels', width, height } },
          ],
          [{ component: 'crop', params: { by: 'pixels', width, height } }],
          [{ component: 'canvas', params: { width, height, margin: 0 } }],
        ];
        for (const steps of cases) {
          const result = await apply(bytes, [...steps, { component: 'convert', params: { format: 'png' } }]);
          const scale = result.width / width;
          assert.equal(result.height, height * scale);
          near(await pixelAt(result.output, 2, 2), topLeft, 3, 'top left');
          near(await pixelAt(result.output, 2, height * scale - 3), bottomLeft, 3, 'bottom left');
          assert.equal((await sharp(result.output).metadata()).orientation, undefined);
        }
      }
    });

  it('with an orientation that mirrors top and bottom', async () => {
    const stored = await sharp(await halves(80, 40, RED, BLUE).png().toBuffer())
      .rotate(90)
      .png()
      .toBuffer();
    for (const [orientation, top] of [
      [1, RED],
      [2, RED],
      [3, BLUE],
      [4, BLUE],
    ] as const) {
      const result = await apply(await sharp(stored).withMetadata({ orientation }).png().toBuffer(), []);
      near(await pixelAt(result.output, 20, 5), top, 3, `orientation ${orientation}`);
    }
  });
});

describe('an image of unusual shape', () => {
  for (const [width, height] of [
    [1, 1],
    [1, 30_000],
    [30_000, 1],
  ] as const)
    it(`of ${width} x ${height} pixels can be worked on`, async () => {
      const image = await plain(width, height, ORANGE).png().toBuffer();
      const canvas = { component: 'canvas', params: { width: 50, height: 50 } };
      const sharpen = { component: 'sharpen', params: {} };
      const result = await apply(image, [canvas, sharpen, { component: 'convert', params: {} }]);
      assert.deepEqual([result.width, result.height], [50, 50]);
      const cropped = await apply(image, [
        { component: 'crop', params: {} },
        { component: 'rotate', params: { angle: 45 } },
      ]);
      assert.ok(cropped.width >= 1 && cropped.height >= 1);
    });

  it('with several frames gives the first', async () => {
    const frames = await Promise.all([ORANGE, GRAY].map((colour) => plain(20, 10, colour).png().toBuffer()));
    for (const format of ['gif', 'webp'] as const) {
      const animated = await sharp(frames, { join: { animated: true } })
        .toFormat(format, { lossless: true })
        .toBuffer();
      assert.equal((await sharp(animated).metadata()).pages, 2);
      const facts = await inspectImage(folder.file(animated), LIMITS);
      assert.deepEqual([facts.width, facts.height], [20, 10]);
      const result = await apply(animated, [{ component: 'convert', params: { format: 'png' } }]);
      assert.deepEqual([result.width, result.height], [20, 10]);
      near(await pixelAt(result.output, 5, 5), ORANGE, 1, format);
    }
  });
});
