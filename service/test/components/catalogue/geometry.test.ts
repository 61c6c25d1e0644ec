import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { openSample } from '../../../samples/open-sample.ts';
import { sharp } from '../../../src/components/files/sharp-setup.ts';
import { pixelAt, plain } from '../sample-images.ts';
import { apply, boxOn, CUT_OUT, PHOTO, reasonOf, type Step } from './apply.ts';

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

describe('the area that a step adds around an image', () => {
  const AROUND: Step[] = [
    ['rotate', { angle: 30 }],
    ['straighten', { method: 'value', angle: 30, corners: 'fill' }],
    ['resize', { width: 300, height: 40, fit: 'contain' }],
    ['crop-to-subject', { width: 9, height: 1, margin: 50, beyond: 'extend' }],
  ];
  const cornerOf = async (image: Buffer, [component, params]: Step, background?: string) => {
    const steps: Step[] = [
      [component, { ...params, ...(background && { background }) }],
      ['convert', { format: 'png' }],
    ];
    return pixelAt((await apply(image, steps)).output, 0, 0);
  };

  it('is white, or transparent if the image has transparency, unless a colour is given', async () => {
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

describe('a step whose result is too large for a lane', () => {
  const cutOut = async (width: number, height: number) => {
    const box = await plain(width, height, [200, 40, 30]).png().toBuffer();
    return plain(width + 20, height + 20, [0, 0, 0], 0)
      .composite([{ input: box, left: 10, top: 10 }])
      .png({ compressionLevel: 1 })
      .toBuffer();
  };

  it('is refused before it runs, and the message says what to do', async () => {
    const small = await cutOut(300, 300);
    // The softness of a shadow and the margin of a crop with a ratio are percentages of the longer side, so both
    // make a long image very large.
    const long = await cutOut(8000, 20);
    for (const [image, step, size] of [
      [small, ['canvas', { width: 16000, height: 16000 }], '16000 x 16000'],
      [small, ['resize', { width: 12000, height: 12000, fit: 'contain' }], '12000 x 12000'],
      [long, ['crop-to-subject', { margin: 200, width: 1, height: 1, beyond: 'extend' }], '40000 x 40000'],
      [long, ['shadow', { kind: 'drop', softness: 20 }], '17602 x 9622'],
    ] as [Buffer, Step, string][]) {
      const reason = await reasonOf(apply(image, [step, ['curves']]));
      assert.ok(
        reason.startsWith(`This step would make ${size} pixels; at most 120 megapixels are allowed.`),
        reason,
      );
    }
  });
});

describe('straighten', () => {
  it('finds the tilt of clear edges', async () => {
    // A checkered box of 120 x 100 in front of a wall.
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

  it('leaves an opaque image opaque where it cuts the corners away', async () => {
    const cut = { method: 'value', angle: 5, background: '#00000000' };
    assert.equal((await apply(PHOTO, [['straighten', cut]])).format, 'jpeg');
    assert.equal((await apply(PHOTO, [['straighten', { ...cut, corners: 'fill' }]])).format, 'png');
  });

  it('levels a photo from a tilted camera', async () => {
    const upright = await (await openSample('carton', 400)).png().toBuffer();
    const tilted = await (await openSample('tilted', 400)).png().toBuffer();
    const { output } = await apply(tilted, [['straighten']]);
    // Finds the left edge of the carton, which is darker than the paper, in the row at this fraction of the height.
    const edgeAt = async (image: string | Buffer, share: number) => {
      const { data, info } = await sharp(image)
        .removeAlpha()
        .greyscale()
        .raw()
        .toBuffer({ resolveWithObject: true });
      const row = Math.round(info.height * share) * info.width;
      return data.subarray(row, row + info.width).findIndex((level) => level < 120);
    };
    const lean = async (image: string | Buffer) =>
      Math.abs((await edgeAt(image, 0.18)) - (await edgeAt(image, 0.4)));
    assert.ok((await lean(upright)) <= 1, `upright leans ${await lean(upright)}`);
    assert.ok(Math.abs((await lean(tilted)) - 6) <= 1, `tilted leans ${await lean(tilted)}`);
    assert.ok((await lean(output)) <= 1, `straightened leans ${await lean(output)}`);
  });
});
