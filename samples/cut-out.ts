/**
 * Cuts the product out of its photo, such as `stoneware-cutout.webp`. The alpha channel is rendered from the scene, not
 * estimated from the photo. Run with `node samples/cut-out.ts <product> [file]`.
 */
import { join } from 'node:path';
import sharp from 'sharp';
import { PHOTOS } from './photos-folder.ts';
import { isProduct, PRODUCTS } from './products/products.ts';
import { cameraRay } from './studio/camera.ts';
import { randomFrom } from './studio/random.ts';
import { meetsProduct } from './studio/trace.ts';

const [name = '', file = join(PHOTOS, `${name}-cutout.webp`)] = process.argv.slice(2);
if (!isProduct(name)) throw new Error(`Name one of these: ${Object.keys(PRODUCTS).join(', ')}.`);
const product = PRODUCTS[name];

const LONG_SIDE = 1000;
const WIDTH = Math.round(LONG_SIDE / Math.max(1, product.heightToWidth));
const HEIGHT = Math.round(WIDTH * product.heightToWidth);
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
        if (meetsProduct(product, ...cameraRay(product.camera, x, y, random))) met += 1;
      }
      alpha[row * WIDTH + column] = Math.round((met / SIDE ** 2) * 255);
    }
  return alpha;
};

const NEAR = 3;

/** Replaces the colours of edge pixels, which mix product and paper, with those of their opaque neighbours. */
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

const photo = await sharp(join(PHOTOS, `${name}.jpg`))
  .resize(WIDTH, HEIGHT)
  .raw()
  .toBuffer();
await sharp(withoutPaper(photo, coverage()), { raw: { width: WIDTH, height: HEIGHT, channels: 4 } })
  .webp({ quality: 86, alphaQuality: 100, effort: 6 })
  .toFile(file);
