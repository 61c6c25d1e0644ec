import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { randomFrom } from '../../bench/matting/random.ts';
import { sharp } from '../../src/components/files/sharp-setup.ts';
import { withAlphaChunk } from '../../src/pixels/vp8l/alpha-chunk.ts';
import { encodeAlpha } from '../../src/pixels/vp8l/encode-alpha.ts';

type Value = (x: number, y: number) => number;

/** The alpha channel that libwebp decodes from the file. */
const readBack = async (width: number, height: number, data: Uint8Array): Promise<Buffer> => {
  const colours = await sharp({ create: { width, height, channels: 3, background: '#506070' } })
    .webp()
    .toBuffer();
  const file = withAlphaChunk(colours, { width, height }, encodeAlpha({ width, height, data: data.slice() }));
  const { data: back, info } = await sharp(file)
    .extractChannel('alpha')
    .raw()
    .toBuffer({ resolveWithObject: true });
  assert.deepEqual([info.width, info.height], [width, height]);
  return back;
};

const planeOf = (width: number, height: number, value: Value): Uint8Array =>
  new Uint8Array(width * height).map((_, at) => value(at % width, Math.floor(at / width)));

const holds = async (width: number, height: number, value: Value, what: string): Promise<void> => {
  const data = planeOf(width, height, value);
  const back = await readBack(width, height, data);
  assert.ok(back.equals(data), `${what}, ${width} x ${height}`);
};

const disc =
  (x0: number, y0: number, radius: number, softness: number): Value =>
  (x, y) =>
    Math.max(0, Math.min(255, 128 + ((radius - Math.hypot(x - x0, y - y0)) * 128) / softness));

describe('libwebp decodes exactly the alpha channel that was encoded', () => {
  const random = randomFrom(7);
  const noise: Value = () => Math.floor(random.between(0, 256));

  it('for images of any shape', async () => {
    for (const [width, height] of [
      [1, 1],
      [1, 2],
      [2, 1],
      [1, 5000],
      [5000, 1],
      [2, 700],
      [15, 17],
      [16, 16],
      [17, 33],
      [129, 65],
    ] as const) {
      await holds(width, height, noise, 'noise');
      await holds(width, height, (x, y) => (x * 3 + y) & 255, 'a slope');
      await holds(width, height, (x, y) => ((x >> 2) + y) % 2 && 255, 'two values');
      await holds(width, height, () => 77, 'one value');
    }
  });

  it('for edges, shadows and slopes', async () => {
    await holds(300, 200, disc(150, 100, 70, 1), 'a crisp disc');
    await holds(300, 200, disc(150, 100, 70, 40), 'a soft disc');
    await holds(256, 256, (x) => x, 'a slope across');
    await holds(256, 256, (_, y) => y, 'a slope down');
    await holds(
      640,
      480,
      (x, y) => (disc(320, 200, 90, 1)(x, y) || disc(320, 300, 150, 120)(x, y) / 2) | 0,
      'both',
    );
  });

  it('for few values, whose indexes are packed into bytes', async () => {
    for (const values of [1, 2, 3, 4, 5, 16, 17])
      await holds(61, 40, () => Math.floor(random.between(0, values)) * 15, `${values} values`);
  });

  it('for runs longer than the longest backward reference', async () => {
    await holds(400, 300, (x, y) => (x === 399 && y === 299 ? 3 : 200), 'all but the last');
    await holds(16_383, 3, (x, y) => (y < 2 || x < 9000 ? 255 : x & 255), 'a long run');
    await holds(257, 300, (_, y) => (y < 150 ? 0 : 255), 'two halves');
  });

  it('for random patterns', async () => {
    for (let round = 0; round < 30; round += 1) {
      const width = 1 + Math.floor(random.between(0, 90));
      const height = 1 + Math.floor(random.between(0, 90));
      const period = 1 + Math.floor(random.between(0, 40));
      const levels = 1 + Math.floor(random.between(0, 255));
      const calm = random.between(0, 1);
      let last = 0;
      const value: Value = (x, y) => {
        if (random.between(0, 1) > calm) last = Math.floor(random.between(0, levels));
        return round % 3 === 0 ? last : (last + (round % 3 === 1 ? x : x * y)) % period;
      };
      await holds(width, height, value, `round ${round}`);
    }
  });
});

describe('the size of the alpha chunk', () => {
  const bytesOf = (width: number, height: number, value: Value): number =>
    encodeAlpha({ width, height, data: planeOf(width, height, value) }).length;

  it('is a few bytes when alpha is the same everywhere', () => {
    const bytes = bytesOf(1000, 1000, () => 0);
    assert.ok(bytes < 120, `${bytes} bytes`);
  });

  it('is about that of libwebp, for crisp and for soft edges', async () => {
    const [width, height] = [400, 330];
    for (const softness of [1, 4, 60, 250]) {
      // The disc is centred off the pixel centres: otherwise it is symmetric and its rows repeat.
      const value = disc(200.3, 165.4, 100, softness);
      const own = bytesOf(width, height, value);
      const data = Buffer.alloc(width * height * 4, 128);
      for (const [at, opacity] of planeOf(width, height, value).entries()) data[at * 4 + 3] = opacity;
      const file = await sharp(data, { raw: { width, height, channels: 4 } })
        .webp()
        .toBuffer();
      const theirs = file.readUInt32LE(file.indexOf('ALPH') + 4);
      assert.ok(own < theirs * 1.25, `${own} bytes, libwebp ${theirs}, softness ${softness}`);
    }
  });
});
