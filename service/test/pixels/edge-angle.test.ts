import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { Sharp } from 'sharp';
import { sharp } from '../../src/components/files/sharp-setup.ts';
import type { Pixels } from '../../src/pixels/pixels.ts';
import { edgeAngle } from '../../src/pixels/regions/edge-angle.ts';

const WALL = '#e1e1e1';
const SAMPLES = join(import.meta.dirname, '../../samples');
const MUG = join(SAMPLES, 'stoneware.jpg');
const DRESS = join(SAMPLES, 'dress.jpg');

/** The turned image as an image of its own, so that the next operation takes the turned pixels. */
const rotated = async (image: Sharp, degrees: number): Promise<Sharp> => {
  const { data, info } = await image
    .rotate(degrees, { background: WALL })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return sharp(data, { raw: info });
};

/** Turns an image, fills the corners with the colour of the wall and keeps the size. */
const turnedBy = async (
  image: Sharp,
  degrees: number,
  { width, height }: { width: number; height: number },
) => {
  const { data, info } = await (await rotated(image, degrees))
    .resize(width, height, { fit: 'cover', withoutEnlargement: true })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, channels: 3, data } satisfies Pixels;
};

/** Turns an image and crops the empty corners, like a photo from a camera that was not held level. */
const turnedInside = async (name: string, degrees: number): Promise<Pixels> => {
  const turned = await rotated(sharp(join(SAMPLES, name)).resize(1_200), degrees);
  const { width, height } = await turned.metadata();
  const inside = {
    left: Math.round(width * 0.1),
    top: Math.round(height * 0.1),
    width: Math.round(width * 0.8),
    height: Math.round(height * 0.8),
  };
  const { data, info } = await turned.extract(inside).raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, channels: 3, data };
};

/** Draws a shape with hard edges in front of a wall. */
const shape = (side: number, isInside: (x: number, y: number) => boolean): Sharp => {
  const levels = Buffer.alloc(side * side * 3, 225);
  for (let at = 0; at < side * side; at += 1)
    if (isInside((at % side) / side, Math.floor(at / side) / side)) levels.set([60, 70, 90], at * 3);
  return sharp(levels, { raw: { width: side, height: side, channels: 3 } });
};
const box = (x: number, y: number) => x > 0.25 && x < 0.75 && y > 0.3 && y < 0.7;
const disc = (x: number, y: number) => Math.hypot(x - 0.5, y - 0.5) < 0.3;
const bucket = (x: number, y: number) => y > 0.2 && y < 0.8 && Math.abs(x - 0.5) < 0.35 - 0.1 * y;
const stripes = (x: number, y: number) =>
  x > 0.25 && x < 0.75 && y > 0.2 && y < 0.8 && Math.sin((x + 0.005 * Math.sin(18 * y)) * 230) > 0;

describe('the angle of the edges', () => {
  const ANGLES: [side: number, degrees: number[]][] = [
    [300, [-7, -4.5, -2, 0, 1.2, 3.3, 6.5]],
    [1_200, [-4.5, 1.2]],
  ];
  for (const [side, angles] of ANGLES)
    it(`is found to a sixth of a degree for a box, at ${side} pixels`, async () => {
      for (const degrees of angles) {
        const found = edgeAngle(await turnedBy(shape(side, box), degrees, { width: side, height: side }), 8);
        assert.ok(found !== undefined && Math.abs(found - degrees) < 1 / 6, `${degrees}: ${found}`);
      }
    });

  it('is undefined when it lies beyond the limit', async () => {
    const box12 = await turnedBy(shape(600, box), 12, { width: 600, height: 600 });
    assert.equal(edgeAngle(box12, 8), undefined);
    assert.ok(Math.abs((edgeAngle(box12, 15) ?? 0) - 12) < 1 / 6);
  });

  it('is undefined for a round object', async () => {
    assert.equal(edgeAngle(await turnedBy(shape(600, disc), 0, { width: 600, height: 600 }), 8), undefined);
    assert.equal(edgeAngle(await turnedBy(sharp(MUG), 0, { width: 900, height: 600 }), 8), undefined);
  });

  it('follows a level hem and not the many wavy stripes above it', async () => {
    for (const degrees of [0, 3]) {
      const found = edgeAngle(await turnedBy(shape(800, stripes), degrees, { width: 800, height: 800 }), 8);
      assert.ok(found !== undefined && Math.abs(found - degrees) < 1 / 4, `${degrees}: ${found}`);
    }
  });

  it('is 0 for an almost upright edge without a level edge beside it', async () => {
    const { width, height } = await sharp(DRESS).metadata();
    assert.equal(edgeAngle(await turnedBy(sharp(DRESS), 0, { width, height }), 8), 0);
  });

  it('is found to about half a degree in the sample photos', async () => {
    for (const [name, degrees] of [
      ['bottle', -6],
      ['carton', 2],
      ['carton', -6],
      ['tumbler', 2],
    ] as const) {
      const found = edgeAngle(await turnedInside(`${name}.jpg`, degrees), 8);
      assert.ok(found !== undefined && Math.abs(found - degrees) <= 0.6, `${name} ${degrees}: ${found}`);
    }
  });

  it('follows the level edges of a tapering object', async () => {
    for (const degrees of [0, 3]) {
      const found = edgeAngle(await turnedBy(shape(800, bucket), degrees, { width: 800, height: 800 }), 8);
      assert.ok(found !== undefined && Math.abs(found - degrees) < 1 / 4, `${degrees}: ${found}`);
    }
  });
});
