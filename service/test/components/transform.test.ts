import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { describe, it } from 'node:test';
import { POSITIONS } from '../../src/components/definition/param-kinds.ts';
import { sharp } from '../../src/components/files/sharp-setup.ts';
import { COMPONENTS } from '../../src/components/registry.ts';
import { applySteps } from '../../src/components/steps/apply-steps.ts';
import { replaySteps } from '../../src/components/steps/replay-steps.ts';
import { openTraceRecorder } from '../../src/components/steps/trace-recorder.ts';
import type { StepsTrace } from '../../src/domain/executions/trace.ts';
import { compose, IDENTITY, type Transform } from '../../src/domain/images/transform.ts';
import type { Step } from '../../src/domain/workflows/workflow.ts';
import { LIMITS, openFolder } from './sample-images.ts';

const folder = openFolder();

type Point = { x: number; y: number };
const WIDTH = 240;
const HEIGHT = 170;
type Rgb = readonly [number, number, number];
type Dot = Point & { colour: Rgb; strength(rgb: Rgb): number };
/**
 * The dots lie off the middle and at different distances from every edge: no wrong transform maps them correctly
 * by chance.
 */
const DOTS: Dot[] = [
  { x: 60.5, y: 50.5, colour: [0, 255, 0], strength: ([r, g, b]) => g - Math.max(r, b) },
  { x: 170.5, y: 61.5, colour: [0, 0, 255], strength: ([r, g, b]) => b - Math.max(r, g) },
  { x: 101.5, y: 121.5, colour: [255, 0, 255], strength: ([r, g, b]) => Math.min(r, b) - g },
];
const RADIUS = 2;

/** A dark object with the dots on it, in the middle of a light or transparent background. */
const dotted = (ground: 'light' | 'transparent') => {
  const rgba = Buffer.alloc(WIDTH * HEIGHT * 4);
  for (let row = 0; row < HEIGHT; row += 1)
    for (let column = 0; column < WIDTH; column += 1) {
      const onObject = column >= 40 && column < 200 && row >= 30 && row < 145;
      const dot = DOTS.find(
        ({ x, y }) => Math.abs(column + 0.5 - x) <= RADIUS && Math.abs(row + 0.5 - y) <= RADIUS,
      );
      const colour = dot?.colour ?? (onObject ? [60, 60, 60] : [235, 235, 235]);
      rgba.set(onObject || ground === 'light' ? [...colour, 255] : [0, 0, 0, 0], (row * WIDTH + column) * 4);
    }
  const image = sharp(rgba, { raw: { width: WIDTH, height: HEIGHT, channels: 4 } });
  return ground === 'light' ? image.removeAlpha() : image;
};

/** For each dot, the middle of the pixels that have its colour; undefined when no pixel has it. */
const findDots = async (path: string): Promise<(Point | undefined)[]> => {
  const { data, info } = await sharp(path).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return DOTS.map(({ strength }) => {
    let [weight, x, y] = [0, 0, 0];
    for (let at = 0; at < data.length; at += 4) {
      const seen = strength([data[at]!, data[at + 1]!, data[at + 2]!]);
      const share = (Math.max(0, seen - 60) * data[at + 3]!) / 255;
      weight += share;
      x += share * ((at / 4) % info.width) + share * 0.5;
      y += share * Math.floor(at / 4 / info.width) + share * 0.5;
    }
    return weight > 255 ? { x: x / weight, y: y / weight } : undefined;
  });
};

const map = ([[a, b, c], [d, e, f]]: Transform, { x, y }: Point): Point => ({
  x: a * x + b * y + c,
  y: d * x + e * y + f,
});

const transformsOf = ({ steps }: StepsTrace): (Transform | null)[] =>
  steps.map(({ transform }) => (transform === undefined ? IDENTITY : transform));

const step = (component: string, params: object = {}, id = component): Step => ({
  id,
  component,
  params: params as Step['params'],
});

const DOTTED = {
  light: folder.file(await dotted('light').png().toBuffer()),
  transparent: folder.file(await dotted('transparent').png().toBuffer()),
};
const other = folder.file(
  await sharp({ create: { width: 90, height: 50, channels: 3, background: '#804020' } })
    .png()
    .toBuffer(),
);

/** Runs the steps as an execution does. Returns where each dot is in the result, and where the trace says it is. */
const follow = async (steps: Step[], ground: 'light' | 'transparent') => {
  const recorder = openTraceRecorder();
  const output = folder.file();
  await applySteps(
    { steps, inputs: { default: DOTTED[ground], '1': other }, output, limits: LIMITS },
    {},
    recorder,
  );
  const transforms = transformsOf(recorder.read());
  assert.ok(transforms.every((one) => one !== null));
  const { width, height } = await sharp(output).metadata();
  const said = DOTS.map((dot) => map(compose(...(transforms as Transform[])), dot));
  return { said, found: await findDots(output), size: { width, height } };
};

/** Dots closer to an edge than this are not checked: when a dot is cut off, its visible part has another middle. */
const CLEAR = 12;

/** Follows each dot. At least two must stay in the image: one alone would not show a wrong scale or turn. */
const checkFollowed = async (steps: Step[], ground: 'light' | 'transparent' = 'light') => {
  let seen = 0;
  const { said: saidOf, found: foundOf, size } = await follow(steps, ground);
  for (const [index, dot] of DOTS.entries()) {
    const [said, found] = [saidOf[index]!, foundOf[index]];
    const inside = Math.min(said.x, said.y, size.width - said.x, size.height - said.y);
    if (inside < CLEAR) continue;
    seen += 1;
    const off = found ? Math.hypot(said.x - found.x, said.y - found.y) : Number.POSITIVE_INFINITY;
    assert.ok(off < 1, `${JSON.stringify({ steps, dot, said, found })} is ${off.toFixed(2)} pixels off`);
  }
  assert.ok(seen >= 2, JSON.stringify(steps));
};

/** Three positions, for parameters of which other values are tried in all positions. */
const SOME_POSITIONS = ['northwest', 'center', 'southeast'];

/** The parameters with which each component that moves pixels is tried. */
const PARAMETERS: Record<string, { params: object[]; ground?: 'transparent' }> = {
  crop: {
    params: [
      ...POSITIONS.map((position) => ({ by: 'pixels', width: 191, height: 150, position })),
      { by: 'ratio', width: 1, height: 1 },
    ],
  },
  resize: {
    params: [
      { width: 120 },
      { height: 401, enlarge: true },
      { width: 333, height: 90, fit: 'fill', enlarge: true },
      { width: 100, height: 100, fit: 'outside' },
      { width: 500, height: 500, fit: 'cover' },
      ...POSITIONS.flatMap((position) => [
        { width: 131, height: 131, fit: 'cover', position },
        { width: 301, height: 301, fit: 'contain', position },
      ]),
      ...SOME_POSITIONS.flatMap((position) => [
        { width: 301, height: 301, fit: 'contain', position, enlarge: true },
        { width: 101, height: 251, fit: 'contain', position },
      ]),
    ],
  },
  canvas: {
    params: [
      ...POSITIONS.map((position) => ({ width: 201, height: 301, position })),
      ...SOME_POSITIONS.flatMap((position) => [
        { width: 501, height: 401, margin: 13, marginUnit: 'pixels', position },
      ]),
      { width: 500, height: 300, enlarge: true },
    ],
  },
  rotate: { params: [0, 1.5, 10, 45, 90, -133, 180, 270, 360].map((angle) => ({ angle })) },
  straighten: {
    params: [
      { method: 'value', angle: 7 },
      { method: 'value', angle: -20.5, corners: 'fill' },
      { method: 'value', angle: 0.01 },
      { method: 'auto' },
    ],
  },
  flip: { params: ['horizontal', 'vertical', 'both'].map((axis) => ({ axis })) },
  trim: { params: [{}, { margin: 7 }, { margin: 500 }] },
  'crop-to-subject': {
    params: [
      {},
      { margin: 0 },
      { margin: 40, beyond: 'extend', position: 'northwest' },
      { margin: 10, width: 1, height: 2, beyond: 'extend', position: 'southeast' },
      { margin: 10, keepRatio: true },
    ],
  },
  'align-series': {
    ground: 'transparent',
    params: [
      { width: 300, height: 301 },
      { width: 201, height: 333, size: 40, balance: 'mass' },
    ],
  },
  'keep-shadow': { ground: 'transparent', params: [{ photo: 'default' }] },
  upscale: {
    params: [
      { factor: 2.3, method: 'lanczos' },
      { factor: 4, minSide: 100 },
    ],
  },
  border: {
    params: [{ width: 7 }, { width: 11, unit: 'pixels' }, { width: 5, place: 'inside' }],
  },
  compare: { params: ['beside', 'above'].map((arrangement) => ({ arrangement, gap: 3.3 })) },
  shadow: {
    ground: 'transparent',
    params: [
      { kind: 'drop', softness: 10, distance: 40, angle: 30 },
      { kind: 'contact', softness: 10 },
      { kind: 'reflection', length: 15 },
      { kind: 'drop', extend: false },
    ],
  },
};

/** The parameters that a component needs to work on a photo without a model. */
const NEEDED: Record<string, object> = {
  'remove-background': { method: 'studio' },
  recolour: { sample: '#804020' },
};

describe('the transform in the trace', () => {
  for (const [component, { params, ground }] of Object.entries(PARAMETERS))
    it(`of ${component} maps a dot to its place in the result, within a pixel`, async () => {
      for (const given of params)
        await checkFollowed([step(component, given), step('convert', { format: 'png' })], ground);
    });

  it('of every other component that makes pixels maps a dot to the same place', async () => {
    const others = COMPONENTS.filter(({ name, run, pixels }) => (run ?? pixels) && !PARAMETERS[name]);
    const kept = others.filter(({ name }) => name !== 'collage' && name !== 'assert');
    assert.ok(kept.length > 15);
    for (const { name } of kept) {
      const recorder = openTraceRecorder();
      const output = folder.file();
      const steps = [step(name, NEEDED[name])];
      const inputs = { default: DOTTED.light, '1': other };
      await applySteps({ steps, inputs, output, limits: LIMITS }, {}, recorder).catch((error) => {
        // The second input is an image, which a component that needs a colour table refuses.
        assert.match(String(error), /table/i);
      });
      assert.deepEqual(transformsOf(recorder.read()), [IDENTITY], name);
      const { width, height } = await sharp(output)
        .metadata()
        .catch(() => ({ width: WIDTH, height: HEIGHT }));
      assert.deepEqual({ width, height }, { width: WIDTH, height: HEIGHT }, name);
    }
  });

  it('of several steps, joined or not, maps a dot through all of them', async () => {
    const file = step('convert', { format: 'png' });
    await checkFollowed([
      step('rotate', { angle: 90 }),
      step('resize', { width: 130 }),
      step('border', {}),
      file,
    ]);
    await checkFollowed([
      step('flip', {}),
      step('resize', { width: 400, enlarge: true }),
      step('straighten', { method: 'value', angle: 5 }),
      step('trim', { threshold: 40 }),
      step('canvas', { width: 333, height: 444, position: 'south' }),
      step('crop', { by: 'pixels', width: 320, height: 300, position: 'southeast' }),
      file,
    ]);
    await checkFollowed(
      [
        step('crop-to-subject', { margin: 3 }),
        step('canvas', { width: 301, height: 300, background: '#00000000', enlarge: true }),
        step('shadow', { kind: 'drop', distance: 30 }),
        step('rotate', { angle: -30, background: '#00000000' }),
        file,
      ],
      'transparent',
    );
  });

  it('is null for a collage', async () => {
    const recorder = openTraceRecorder();
    const job = {
      steps: [step('collage')],
      inputs: { default: DOTTED.light, '1': other },
      output: folder.file(),
    };
    await applySteps({ ...job, limits: LIMITS }, {}, recorder);
    assert.deepEqual(transformsOf(recorder.read()), [null]);
  });

  it('of the input maps the pixels of the file to the upright image, for each EXIF orientation', async () => {
    for (let orientation = 1; orientation <= 8; orientation += 1) {
      const recorder = openTraceRecorder();
      const stored = sharp(DOTTED.light).jpeg({ quality: 100, chromaSubsampling: '4:4:4' });
      const input = folder.file(await stored.withMetadata({ orientation }).toBuffer());
      const [output, replayed] = [folder.file(), folder.file()];
      mkdirSync(replayed);
      const job = {
        steps: [step('convert', { format: 'png' })],
        inputs: { default: input },
        limits: LIMITS,
      };
      await applySteps({ ...job, output });
      await replaySteps({ ...job, output: replayed }, 512, {}, recorder);
      const foundOf = await findDots(output);
      for (const [index, dot] of DOTS.entries()) {
        const said = map(recorder.read().input.transform ?? IDENTITY, dot);
        const found = foundOf[index]!;
        const off = Math.hypot(said.x - found.x, said.y - found.y);
        assert.ok(off < 0.5, `${orientation}: ${JSON.stringify({ dot, said, found })}`);
      }
    }
  });
});
