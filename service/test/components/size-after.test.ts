import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Component, Size, StepContext } from '../../src/components/definition/component.ts';
import { onPixels, readyFor, runPipeline, withStep } from '../../src/components/files/working-image.ts';
import { COMPONENTS } from '../../src/components/registry.ts';
import { readParams } from '../../src/components/steps/read-params.ts';
import { StepsFailure } from '../../src/components/steps/steps-failure.ts';
import type { Pixels } from '../../src/pixels/pixels.ts';
import { plain } from './sample-images.ts';

type Params = Record<string, unknown>;

/** An object on a transparent background, or on gray when there is no alpha channel. */
const imageOf = ({ width, height }: Size, channels: 3 | 4): Pixels => {
  const data = new Uint8Array(width * height * channels).fill(channels === 4 ? 0 : 128);
  for (let y = Math.floor(height / 4); y < height * 0.8; y += 1)
    for (let x = Math.floor(width / 3); x < width * 0.9; x += 1)
      data.set([200, 40, 30, 255].slice(0, channels), (y * width + x) * channels);
  return { width, height, channels, data };
};

/** The components whose output size also depends on the content of the image. */
const DEPENDENT_ON_CONTENT = ['crop-to-subject', 'straighten', 'shadow', 'trim'];

const SIZES = [
  { width: 60, height: 45, channels: 3 },
  { width: 40, height: 90, channels: 4 },
  { width: 200, height: 20, channels: 3 },
  { width: 5, height: 3, channels: 4 },
] as const;

/** Sizes above, below, and equal to a side of the images. */
const SIDES = [0, 40, 200];
const GIVEN: Record<string, Params[]> = {
  resize: SIDES.flatMap((width) => SIDES.map((height) => ({ width, height }))),
  canvas: SIDES.flatMap((width) => SIDES.map((height) => ({ width, height }))),
  crop: SIDES.flatMap((width) => SIDES.map((height) => ({ width, height }))),
  'crop-to-subject': [
    { beyond: 'extend', margin: 200 },
    { beyond: 'extend', margin: 20, width: 3, height: 1 },
    { beyond: 'extend', margin: 0, width: 1, height: 2 },
  ],
  shadow: [
    { kind: 'drop', softness: 20, distance: 50, angle: 30, opacity: 1 },
    { kind: 'contact', softness: 20, opacity: 1 },
    { kind: 'reflection', length: 100 },
  ],
  straighten: [
    { method: 'value', angle: 10 },
    { method: 'value', angle: -45 },
  ],
  trim: [{ margin: 10 }],
  rotate: [0, 10, 45, 90, -133, 180, 270].map((angle) => ({ angle })),
  border: [0, 3, 17.5, 50].map((width) => ({ width })),
  compare: [0, 1, 7.3, 20].map((gap) => ({ gap })),
  upscale: [1, 1.5, 4].flatMap((factor) => [0, 70].map((minSide) => ({ factor, minSide }))),
  // By default align-series makes an image of 1600 x 1600 pixels, which takes long.
  'align-series': [{ width: 120, height: 80 }],
  collage: [0, 1, 2].map((columns) => ({ columns, cellWidth: 20, cellHeight: 30, inputs: ['1', '2', '3'] })),
};

/**
 * The parameters to try for a component: each entry of GIVEN by itself, and with each choice and each switch set.
 */
const variantsOf = (component: Component): Params[] => {
  const switches = Object.entries(component.params.properties).flatMap(([name, schema]) => {
    if (name === 'position' || name === 'kernel') return [];
    const { enum: values = [], type } = schema as { enum?: unknown[]; type?: string };
    return (type === 'boolean' ? [true, false] : values).map((value): Params => ({ [name]: value }));
  });
  return (GIVEN[component.name] ?? [{}]).flatMap((given) => [
    given,
    ...switches.map((one) => ({ ...given, ...one })),
    ...(Object.hasOwn(component.params.properties, 'enlarge')
      ? switches.map((one) => ({ ...given, ...one, enlarge: true }))
      : []),
  ]);
};

const CONTEXT: StepContext = {
  // An image of 64 x 64 can serve as a colour table too.
  open: async () => plain(64, 64, [20, 90, 160]),
  openTable: () => undefined,
  models: {},
  reportConfidence: () => {},
  reportTransform: () => {},
  warn: () => {},
};

const sizesOf = async (component: Component, params: Params, pixels: Pixels) => {
  const ready = await readyFor(onPixels({ format: 'png' }, pixels), component, params);
  const said = component.sizeAfter?.(params, pixels) ?? { width: pixels.width, height: pixels.height };
  const made = (await runPipeline(await withStep(ready, component, params, CONTEXT))).pixels!;
  return { said, made: { width: made.width, height: made.height } };
};

describe('the size that a component declares for its result', () => {
  for (const component of COMPONENTS.filter(({ run, pixels }) => run ?? pixels))
    it(`is the size of the image that ${component.name} makes`, async () => {
      const dependsOnContent = DEPENDENT_ON_CONTENT.includes(component.name);
      // A component without `sizeAfter` keeps the size of the image: two sizes are enough to show that.
      const sizes = component.sizeAfter ? SIZES : SIZES.slice(0, 2);
      const tried = new Set<string>();
      for (const given of variantsOf(component)) {
        const reading = readParams(component, given);
        if (reading.wrong) continue;
        // A choice that is set to its default gives the same parameters as one that is left out, so it is tried
        // once.
        const params = JSON.stringify(reading.params, Object.keys(reading.params).sort());
        if (tried.has(params)) continue;
        tried.add(params);
        for (const { width, height, channels } of sizes) {
          const about = `${JSON.stringify(given)} of ${width} x ${height} with ${channels} channels`;
          const { said, made } = await sizesOf(
            component,
            reading.params,
            imageOf({ width, height }, channels),
          ).catch((error) => {
            // The component refuses with a message, so there is no result whose size could differ.
            if (error instanceof StepsFailure || /no model/.test(error.message))
              return { said: { width, height }, made: { width, height } };
            throw new Error(`${about}: ${error}`);
          });
          for (const side of ['width', 'height'] as const) {
            const more = made[side] - said[side];
            const isRight = dependsOnContent ? more <= 0 : more === 0;
            assert.ok(isRight, `${about}: ${JSON.stringify({ said, made })}`);
          }
        }
      }
    });
});
