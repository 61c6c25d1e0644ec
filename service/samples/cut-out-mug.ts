/**
 * Renders `mug-cutout.webp`, the mug of `mug.jpg` on nothing: its edge comes from the scene and not from the photo.
 * Run with `node service/samples/cut-out-mug.ts`.
 */
import { join } from 'node:path';
import sharp from 'sharp';
import { cameraRay, meetsMug, randomFrom } from './trace-mug.ts';

const WIDTH = 1000;
const HEIGHT = 750;
const SIDE = 4;
const SOLID = 250;

const coverage = (): Uint8Array => {
  const alpha = new Uint8Array(WIDTH * HEIGHT);
  for (let row = 0; row < HEIGHT; row += 1)
    for (let column = 0; column < WIDTH; column += 1) {
      const random = randomFrom((row * 73856093) ^ (column * 19349663));
      random();
      let met = 0;
      for (let sample = 0; sample < SIDE * SIDE; sample += 1) {
        const x = ((column + ((sample % SIDE) + random()) / SIDE) / WIDTH) * 2 - 1;
        const y =
          (1 - ((row + (Math.floor(sample / SIDE) + random()) / SIDE) / HEIGHT) * 2) * (HEIGHT / WIDTH);
        if (meetsMug(...cameraRay(x, y, random))) met += 1;
      }
      alpha[row * WIDTH + column] = Math.round((met / SIDE ** 2) * 255);
    }
  return alpha;
};

const NEAR = 3;

/** At the edge the photo shows the paper as well: there the mug has the colour of its solid neighbours. */
const withoutPaper = (photo: Buffer, alpha: Uint8Array): Uint8Array => {
  const rgba = new Uint8Array(WIDTH * HEIGHT * 4);
  for (let at = 0; at < alpha.length; at += 1) {
    const own = alpha[at]!;
    if (own === 0) continue;
    rgba[at * 4 + 3] = own;
    const sum = [0, 0, 0, 0];
    if (own < SOLID)
      for (let dy = -NEAR; dy <= NEAR; dy += 1)
        for (let dx = -NEAR; dx <= NEAR; dx += 1) {
          const near = at + dy * WIDTH + dx;
          if ((alpha[near] ?? 0) < SOLID) continue;
          const weight = 1 / (dx * dx + dy * dy);
          for (let i = 0; i < 3; i += 1) sum[i]! += photo[near * 3 + i]! * weight;
          sum[3]! += weight;
        }
    for (let i = 0; i < 3; i += 1)
      rgba[at * 4 + i] = sum[3]! > 0 ? Math.round(sum[i]! / sum[3]!) : photo[at * 3 + i]!;
  }
  return rgba;
};

const photo = await sharp(join(import.meta.dirname, 'mug.jpg'))
  .resize(WIDTH, HEIGHT)
  .raw()
  .toBuffer();
await sharp(withoutPaper(photo, coverage()), { raw: { width: WIDTH, height: HEIGHT, channels: 4 } })
  .webp({ quality: 86, alphaQuality: 100, effort: 6 })
  .toFile(join(import.meta.dirname, 'mug-cutout.webp'));
