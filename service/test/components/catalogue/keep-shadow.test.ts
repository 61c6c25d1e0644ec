import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sharp } from '../../../src/components/files/sharp-setup.ts';
import { plain } from '../sample-images.ts';
import { apply, reasonOf, traced } from './apply.ts';

const [WIDTH, HEIGHT] = [240, 180];
const isObject = (x: number, y: number) => x >= 80 && x < 140 && y >= 40 && y < 120;
/** The strength, from 0 to 1, of a soft shadow to the right of the object's foot. */
const shadowAt = (x: number, y: number) => 0.5 * Math.exp(-(((x - 150) / 22) ** 2) - ((y - 122) / 9) ** 2);
/** The brightness of the background without the shadow. It decreases towards one side. */
const lightAt = (x: number, y: number) => 225 - 0.15 * x + 0.05 * y;

const draw = (channels: 3 | 4, colourAt: (x: number, y: number) => number[]) => {
  const data = Buffer.alloc(WIDTH * HEIGHT * channels);
  for (let i = 0; i < WIDTH * HEIGHT; i += 1)
    data.set(colourAt(i % WIDTH, Math.floor(i / WIDTH)), i * channels);
  return sharp(data, { raw: { width: WIDTH, height: HEIGHT, channels } })
    .png()
    .toBuffer();
};
const spot = (x: number, y: number) => Math.hypot(x - 20, y - 20) < 4;
const PHOTO = await draw(3, (x, y) => {
  if (isObject(x, y)) return [170, 40, 50];
  const light = lightAt(x, y) * (1 - shadowAt(x, y)) * (spot(x, y) ? 0.7 : 1);
  return [light, light, light].map(Math.round);
});
const CUT_OUT = await draw(4, (x, y) => (isObject(x, y) ? [170, 40, 50, 255] : [0, 0, 0, 0]));

const pixelsAfter = async (steps: Parameters<typeof apply>[1], image = CUT_OUT) => {
  const { output } = await apply(image, [...steps, ['convert', { format: 'png' }]], { 1: PHOTO });
  const { data, info } = await sharp(output).raw().toBuffer({ resolveWithObject: true });
  return (x: number, y: number) => [
    ...data.subarray((y * WIDTH + x) * info.channels).subarray(0, info.channels),
  ];
};

const BESIDE = { x: 142 / WIDTH, y: 0, width: 98 / WIDTH, height: 1 };
const BELOW = { x: 0, y: 122 / HEIGHT, width: 1, height: 58 / HEIGHT };

describe('keep-shadow', () => {
  it('darkens another background by the same ratio as the photo', async () => {
    const at = await pixelsAfter([
      ['keep-shadow', { photo: '1' }],
      ['add-background', { colour: '#c8a078' }],
    ]);
    for (const [x, y] of [
      [150, 124],
      [165, 122],
      [150, 135],
      [146, 118],
    ] as const)
      for (const [i, level] of [200, 160, 120].entries()) {
        const expected = level * (1 - shadowAt(x, y));
        assert.ok(
          Math.abs(at(x, y)[i]! - expected) < 0.03 * level + 2,
          `${x},${y}: ${at(x, y)} of ${expected}`,
        );
      }
    assert.deepEqual(at(220, 20), [200, 160, 120], 'where no shadow is');
    assert.deepEqual(at(30, 170), [200, 160, 120], 'where the light only falls off');
    assert.deepEqual(at(100, 80), [170, 40, 50], 'the object');
  });

  it('leaves dark spots that do not belong to the object, and follows the strength', async () => {
    const at = await pixelsAfter([['keep-shadow', { photo: '1', strength: 0.5 }]]);
    assert.equal(at(20, 20)[3], 0);
    const half = at(150, 124)[3]! / 255;
    assert.ok(Math.abs(half - shadowAt(150, 124) / 2) < 0.03, `${half}`);
  });

  it('takes the main input as the photo by default, so it follows remove-background', async () => {
    const { output } = await apply(PHOTO, [
      // The points in `drop` keep the shadow of this hard light from being taken for a part of the object.
      ['remove-background', { method: 'studio', drop: [BESIDE, BELOW] }],
      ['keep-shadow'],
      ['convert', { format: 'png' }],
    ]);
    const { data } = await sharp(output).raw().toBuffer({ resolveWithObject: true });
    const alpha = data[(126 * WIDTH + 150) * 4 + 3]! / 255;
    assert.ok(Math.abs(alpha - shadowAt(150, 126)) < 0.06, `${alpha} of ${shadowAt(150, 126)}`);
  });

  it('refuses a photo of another shape and an image without transparency', async () => {
    const wide = await plain(300, 100, [220, 220, 220]).png().toBuffer();
    const other = apply(CUT_OUT, [['keep-shadow', { photo: '1' }]], { 1: wide });
    assert.match(await reasonOf(other), /Move this step before/);
    assert.match(await reasonOf(apply(PHOTO, [['keep-shadow']])), /remove-background/);
  });

  it('says when the background is not plain', async () => {
    const checks = await draw(3, (x, y) => {
      if (isObject(x, y)) return [170, 40, 50];
      return (Math.floor(x / 6) + Math.floor(y / 6)) % 2 === 0 ? [200, 200, 200] : [150, 150, 150];
    });
    const { steps } = await traced(CUT_OUT, [['keep-shadow', { photo: '1' }]], { 1: checks });
    assert.match(steps[0]?.warnings?.join() ?? '', /not plain|too uneven/);
  });
});
