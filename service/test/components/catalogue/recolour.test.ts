import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { pseudoRandom } from '../../../samples/open-sample.ts';
import { sharp } from '../../../src/components/files/sharp-setup.ts';
import { labOf } from '../../../src/pixels/colour/lab.ts';
import { plain, type Rgb } from '../sample-images.ts';
import { apply, reasonOf, traced } from './apply.ts';

const hex = (colour: Rgb) => `#${colour.map((level) => level.toString(16).padStart(2, '0')).join('')}`;
const pixelsOf = async (path: string) =>
  sharp(path).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
const deltaE = (one: Rgb, other: Rgb) => {
  const [a, b] = [labOf(...one), labOf(...other)];
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
};

/** A box of one colour on a transparent or an opaque background. */
const boxed = async (colour: Rgb, behind?: Rgb): Promise<Buffer> => {
  const box = { input: await plain(60, 60, colour).png().toBuffer(), left: 20, top: 20 };
  const ground = behind
    ? plain(100, 100, behind)
    : sharp({ create: { width: 100, height: 100, channels: 4, background: '#00000000' } });
  return ground.composite([box]).png().toBuffer();
};

/** The colour in the middle of the box, and of the background, after the step. */
const after = async (image: Buffer, params: Record<string, unknown>) => {
  const { output } = await apply(image, [
    ['recolour', params],
    ['convert', { format: 'png' }],
  ]);
  const { data, info } = await pixelsOf(output);
  const at = (x: number, y: number) =>
    [...data.subarray((y * 100 + x) * info.channels).subarray(0, 3)] as Rgb;
  return { box: at(50, 50), ground: at(5, 5) };
};

const COLOURS: Rgb[] = [
  [20, 130, 140],
  [178, 58, 46],
  [233, 228, 218],
  [47, 93, 138],
  [40, 40, 44],
  [128, 128, 128],
  [240, 200, 60],
  [90, 30, 110],
];

describe('recolour', () => {
  it('gives a flat object the new colour within a delta E of 3, whatever both colours are', async () => {
    for (const from of COLOURS) {
      const image = await boxed(from);
      for (const to of COLOURS) {
        const { box } = await after(image, { to: hex(to) });
        assert.ok(
          deltaE(box, to) <= 3,
          `${hex(from)} to ${hex(to)}: ${hex(box)}, ${deltaE(box, to).toFixed(1)}`,
        );
      }
    }
  });

  it('replaces the colour of a sample that is not exact, and leaves other colours', async () => {
    const image = await boxed([178, 58, 46], [230, 228, 224]);
    const { box, ground } = await after(image, { to: '#2f5d8a', sample: '#b84234' });
    assert.ok(deltaE(box, [47, 93, 138]) <= 3, hex(box));
    assert.deepEqual(ground, [230, 228, 224]);
  });

  it('keeps the shading: shades stay in their order, black stays black and a white highlight white', async () => {
    const levels = [0, 0.25, 0.5, 0.75, 1, 1.3];
    const [width, height] = [60 * levels.length, 20];
    const data = Buffer.alloc(width * height * 3);
    for (let i = 0; i < width * height; i += 1)
      data.set(
        [20, 130, 140].map((level) => Math.min(255, level * levels[Math.floor((i % width) / 60)]!)),
        i * 3,
      );
    const white = { input: await plain(30, 20, [255, 255, 255]).png().toBuffer(), left: width - 30, top: 0 };
    const image = await sharp(data, { raw: { width, height, channels: 3 } })
      .composite([white])
      .png()
      .toBuffer();
    const { output } = await apply(image, [
      ['recolour', { to: '#b03040', sample: '#14828c' }],
      ['convert', { format: 'png' }],
    ]);
    const { data: made } = await pixelsOf(output);
    const shades = levels.map(
      (_, n) => [...made.subarray((width * 10 + n * 60 + 10) * 4).subarray(0, 3)] as Rgb,
    );
    assert.deepEqual(shades[0], [0, 0, 0]);
    for (let n = 1; n < shades.length; n += 1) {
      assert.ok(labOf(...shades[n]!)[0] > labOf(...shades[n - 1]!)[0] + 5, JSON.stringify(shades));
      assert.ok(shades[n]![0] > 1.5 * shades[n]![1], `reddish: ${shades[n]}`);
    }
    assert.deepEqual([...made.subarray((width * 11 - 5) * 4).subarray(0, 3)], [255, 255, 255]);
  });

  it('makes the grain of a dark object no coarser when the new colour is pale', async () => {
    const [dark, pale]: Rgb[] = [
      [28, 58, 84],
      [233, 228, 218],
    ];
    const random = pseudoRandom();
    const [width, height] = [120, 120];
    const grainy = Buffer.alloc(width * height * 3);
    for (let at = 0; at < grainy.length; at += 3) {
      const grain = (random() + random() + random() - 1.5) * 10;
      grainy.set(
        dark!.map((level) => Math.round(level + grain)),
        at,
      );
    }
    const photo = await sharp(grainy, { raw: { width, height, channels: 3 } })
      .png()
      .toBuffer();
    const { output } = await apply(photo, [
      ['recolour', { to: hex(pale!), sample: hex(dark!) }],
      ['convert', { format: 'png' }],
    ]);
    const { data } = await pixelsOf(output);
    const lightnessOf = (levels: Buffer, channels: number) =>
      Array.from(
        { length: width * height },
        (_, i) => labOf(levels[i * channels]!, levels[i * channels + 1]!, levels[i * channels + 2]!)[0],
      );
    const spreadOf = (values: number[]) => {
      const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
      return { mean, spread: Math.sqrt(values.reduce((sum, v) => sum + (v - mean) ** 2, 0) / values.length) };
    };
    const [before, after] = [spreadOf(lightnessOf(grainy, 3)), spreadOf(lightnessOf(data, 4))];
    assert.ok(Math.abs(after.mean - labOf(...pale!)[0]) < 2, `lightness ${after.mean}`);
    assert.ok(after.spread < 1.1 * before.spread, `${after.spread}, before ${before.spread}`);
  });

  it('takes the lit and the shaded side of an object for one surface, and keeps both shades apart', async () => {
    // The lit side is as bright as a highlight, but unlike a highlight it keeps the chroma of the object.
    const sides: Rgb[] = [
      [41, 65, 99],
      [57, 84, 114],
      [144, 176, 199],
    ];
    const layers = await Promise.all(
      sides.map(async (colour, n) => ({
        input: await plain(20, 60, colour).png().toBuffer(),
        left: 20 + 20 * n,
        top: 20,
      })),
    );
    const image = await sharp(await boxed(sides[0]!))
      .composite(layers)
      .png()
      .toBuffer();
    for (const to of ['#f4f0e6', '#202024']) {
      const { output } = await apply(image, [
        ['recolour', { to }],
        ['convert', { format: 'png' }],
      ]);
      const { data } = await pixelsOf(output);
      const shades = [30, 50, 70].map((x) =>
        labOf(...([...data.subarray((50 * 100 + x) * 4).subarray(0, 3)] as Rgb)),
      );
      for (const [, a, b] of shades)
        assert.ok(b > -6 && Math.hypot(a, b) < 9, `${to}: ${JSON.stringify(shades)}`);
      for (const n of [1, 2])
        assert.ok(shades[n]![0] > shades[n - 1]![0] + 1.5, `${to}: ${JSON.stringify(shades)}`);
    }
  });

  it('leaves a faint hue that is opposite to the replaced one as it is', async () => {
    const beige: Rgb = [236, 226, 205];
    const { ground } = await after(await boxed([94, 139, 184], beige), { to: '#b03040', sample: '#5e8bb8' });
    const [[, a, b], [, wasA, wasB]] = [labOf(...ground), labOf(...beige)];
    assert.ok(Math.hypot(a - wasA, b - wasB) < 2, hex(ground));
  });

  it('leaves a grey background unchanged, although it looks like light on the object', async () => {
    const grey: Rgb = [205, 204, 203];
    const photo = await boxed([94, 139, 184], grey);
    for (const to of ['#e8e4da', '#202024', '#b03040']) {
      const { ground } = await after(photo, { to, sample: '#5e8bb8' });
      assert.ok(deltaE(ground, grey) < 1, `${to}: ${hex(ground)}`);
    }
  });

  it('gives parts of slightly different hue no cast of colour when the new colour is pale', async () => {
    const greenish = { input: await plain(20, 20, [84, 146, 170]).png().toBuffer(), left: 40, top: 40 };
    const image = await sharp(await boxed([94, 139, 184]))
      .composite([greenish])
      .png()
      .toBuffer();
    const { box } = await after(image, { to: '#e8e4da' });
    const [[, a, b], [, wantedA, wantedB]] = [labOf(...box), labOf(232, 228, 218)];
    assert.ok(Math.hypot(a - wantedA, b - wantedB) < 4, hex(box));
  });

  it('leaves grey reflections and black parts of a coloured object neutral', async () => {
    const parts = [
      [20, 20, 22],
      [120, 120, 120],
    ] as Rgb[];
    const layers = await Promise.all(
      parts.map(async (colour, n) => ({
        input: await plain(20, 10, colour).png().toBuffer(),
        left: 30 + 22 * n,
        top: 25,
      })),
    );
    const image = await sharp(await boxed([20, 130, 140]))
      .composite(layers)
      .png()
      .toBuffer();
    const { output } = await apply(image, [['recolour', { to: '#b03040' }]]);
    const { data } = await pixelsOf(output);
    for (const x of [40, 62]) {
      const [, a, b] = labOf(...([...data.subarray((30 * 100 + x) * 4).subarray(0, 3)] as Rgb));
      assert.ok(Math.hypot(a, b) < 6, `${x}: ${a.toFixed(1)} ${b.toFixed(1)}`);
    }
  });

  it('needs to know the object or a sample, and says when nothing has the colour', async () => {
    const photo = await boxed([178, 58, 46], [230, 228, 224]);
    assert.match(await reasonOf(apply(photo, [['recolour', {}]])), /give the sample/);
    const { steps } = await traced(photo, [['recolour', { sample: '#00ff00', tolerance: 5 }]]);
    assert.match(steps[0]?.warnings?.join() ?? '', /nothing was changed/);
  });
});
