import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openSample, pseudoRandom } from '../../../samples/open-sample.ts';
import { sharp } from '../../../src/components/files/sharp-setup.ts';
import { pixelAt } from '../sample-images.ts';
import { apply, boxOn, type Step } from './apply.ts';

describe('detail', () => {
  it('of a cut-out is enhanced without the colours of its transparent pixels', async () => {
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
    const spread = async (image: string | Buffer) =>
      (
        await sharp(image)
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
    const random = pseudoRandom();
    const grain = Array.from({ length: (width * height) / 4 }, () =>
      [0, 1, 2].map(() => (random() + random() + random() - 1.5) * 24),
    );
    const rows = Buffer.alloc(width * height * 3);
    for (let y = 0; y < height; y += 1)
      for (let x = 0; x < width; x += 1)
        for (let i = 0; i < 3; i += 1) {
          // Both sides are equally bright: only their colours differ. The grain is two pixels wide, because
          // camera grain is at least that wide.
          const even = (x < middle ? [128, 128, 128] : [188, 108, 108])[i]!;
          rows[(y * width + x) * 3 + i] = even + grain[((y >> 1) * width) / 2 + (x >> 1)]![i]!;
        }
    const image = await sharp(rows, { raw: { width, height, channels: 3 } })
      .png()
      .toBuffer();
    const { output } = await apply(image, [['denoise', { strength: 24, colour: 60 }]]);
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
      // This spot is on the backdrop, just beside the handle of the mug.
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
});
