import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sharp } from '../../../src/components/files/sharp-setup.ts';
import { boxOfAlpha } from '../../../src/pixels/regions/box-above.ts';
import { plain } from '../sample-images.ts';
import { apply, traced } from './apply.ts';

/** An opaque box of this size, at this place in a transparent image. */
const cutout = async (width: number, height: number, left: number, top: number) =>
  sharp({ create: { width: 300, height: 260, channels: 4, background: '#00000000' } })
    .composite([{ input: await plain(width, height, [160, 40, 50]).png().toBuffer(), left, top }])
    .png()
    .toBuffer();

const boxAfter = async (
  image: Buffer,
  params: Record<string, unknown>,
  others: Record<string, Buffer> = {},
) => {
  const { output } = await apply(
    image,
    [
      ['align-series', { width: 400, height: 500, ...params }],
      ['convert', { format: 'png' }],
    ],
    others,
  );
  const { data, info } = await sharp(output).raw().toBuffer({ resolveWithObject: true });
  assert.deepEqual([info.width, info.height, info.channels], [400, 500, 4]);
  return boxOfAlpha({ width: info.width, height: info.height, channels: 4, data }, 127)!;
};
const near = (value: number, wanted: number, what: string) =>
  assert.ok(Math.abs(value - wanted) <= 2, `${what}: ${value}, not ${wanted}`);

const OBJECTS: Parameters<typeof cutout>[] = [
  [60, 120, 20, 30],
  [90, 100, 150, 140],
  [50, 200, 120, 10],
];

describe('align-series', () => {
  it('gives objects of different sizes and places the same height, baseline and centre', async () => {
    for (const object of OBJECTS) {
      const box = await boxAfter(await cutout(...object), { size: 50, baseline: 80, centre: 40 });
      near(box.height, 250, 'height');
      near(box.top + box.height, 400, 'baseline');
      near(box.left + box.width / 2, 160, 'centre');
    }
  });

  it('can make the width or the area the same instead', async () => {
    for (const object of OBJECTS) {
      near((await boxAfter(await cutout(...object), { measure: 'width', size: 25 })).width, 100, 'width');
      const { width, height } = await boxAfter(await cutout(...object), { measure: 'area', size: 10 });
      near(Math.sqrt(width * height), Math.sqrt(20_000), 'area');
    }
  });

  it('takes the values from the object of a reference image', async () => {
    const reference = await cutout(100, 130, 60, 65);
    const box = await boxAfter(await cutout(60, 120, 20, 30), { reference: '1' }, { 1: reference });
    near(box.height, 250, 'height');
    near(box.top + box.height, (500 * 195) / 260, 'baseline');
    near(box.left + box.width / 2, (400 * 110) / 300, 'centre');
    const values = { reference: '1', size: 50, baseline: 80 };
    near((await boxAfter(await cutout(60, 120, 20, 30), values)).height, 250, 'without the reference');
  });

  it('puts the mass in the middle, so that a handle does not push the object aside', async () => {
    const handle = { input: await plain(40, 8, [160, 40, 50]).png().toBuffer(), left: 160, top: 100 };
    const cup = await sharp(await cutout(80, 80, 80, 70))
      .composite([handle])
      .png()
      .toBuffer();
    const box = await boxAfter(cup, { balance: 'mass', size: 32 });
    near(box.left + 80, 196, 'the middle of the cup');
    near(
      (await boxAfter(cup, { size: 32 })).left + 80,
      160,
      'the middle of the cup with its handle in the box',
    );
  });

  it('says when an object does not fit or was not found', async () => {
    const params = { width: 400, height: 500, size: 100, baseline: 100 };
    const wide = await traced(await cutout(250, 40, 20, 30), [['align-series', params]]);
    assert.match(wide.steps[0]?.warnings?.join() ?? '', /smaller than the others/);
    const blank = await sharp({ create: { width: 30, height: 30, channels: 4, background: '#00000000' } })
      .png()
      .toBuffer();
    const nothing = await traced(blank, [['align-series', params]]);
    assert.match(nothing.steps[0]?.warnings?.join() ?? '', /No object was found/);
  });
});
