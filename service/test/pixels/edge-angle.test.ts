import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { Sharp } from 'sharp';
import { sharp } from '../../src/components/sharp-setup.ts';
import { edgeAngle } from '../../src/pixels/edge-angle.ts';
import type { Pixels } from '../../src/pixels/pixels.ts';

const WALL = '#e1e1e1';
const MUG = join(import.meta.dirname, '../../samples/mug.jpg');

/** Turned, with the wall in the corners, and as large as before. */
const turnedBy = async (
  image: Sharp,
  degrees: number,
  { width, height }: { width: number; height: number },
) => {
  const turned = await sharp(await image.png().toBuffer())
    .rotate(degrees, { background: WALL })
    .png()
    .toBuffer();
  const { data, info } = await sharp(turned)
    .resize(width, height, { fit: 'cover', withoutEnlargement: true })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, channels: 3, data } satisfies Pixels;
};

/** A shape before a wall, drawn with hard edges as far as `isInside` says. */
const shape = (side: number, isInside: (x: number, y: number) => boolean): Sharp => {
  const levels = Buffer.alloc(side * side * 3, 225);
  for (let at = 0; at < side * side; at += 1)
    if (isInside((at % side) / side, Math.floor(at / side) / side)) levels.set([60, 70, 90], at * 3);
  return sharp(levels, { raw: { width: side, height: side, channels: 3 } });
};
const box = (x: number, y: number) => x > 0.25 && x < 0.75 && y > 0.3 && y < 0.7;
const disc = (x: number, y: number) => Math.hypot(x - 0.5, y - 0.5) < 0.3;
const bucket = (x: number, y: number) => y > 0.2 && y < 0.8 && Math.abs(x - 0.5) < 0.35 - 0.1 * y;

describe('the angle of the edges', () => {
  for (const side of [300, 1_400])
    it(`of a box is found to a sixth of a degree, at ${side} pixels`, async () => {
      for (const degrees of [-7, -4.5, -2, 0, 1.2, 3.3, 6.5]) {
        const found = edgeAngle(await turnedBy(shape(side, box), degrees, { width: side, height: side }), 8);
        assert.ok(found !== undefined && Math.abs(found - degrees) < 1 / 6, `${degrees}: ${found}`);
      }
    });

  it('beyond the limit is none', async () => {
    const box12 = await turnedBy(shape(600, box), 12, { width: 600, height: 600 });
    assert.equal(edgeAngle(box12, 8), undefined);
    assert.ok(Math.abs((edgeAngle(box12, 15) ?? 0) - 12) < 1 / 6);
  });

  it('of what is round is none', async () => {
    assert.equal(edgeAngle(await turnedBy(shape(600, disc), 0, { width: 600, height: 600 }), 8), undefined);
    assert.equal(edgeAngle(await turnedBy(sharp(MUG), 0, { width: 900, height: 600 }), 8), undefined);
  });

  it('of what tapers is that of its level edges', async () => {
    for (const degrees of [0, 3]) {
      const found = edgeAngle(await turnedBy(shape(800, bucket), degrees, { width: 800, height: 800 }), 8);
      assert.ok(found !== undefined && Math.abs(found - degrees) < 1 / 4, `${degrees}: ${found}`);
    }
  });
});
