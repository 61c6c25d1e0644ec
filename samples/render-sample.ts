/**
 * Renders a sample image that comes with the service: the photo of a product, such as `mug.jpg`, or `logo.png`, a logo
 * with transparency. Run with `node samples/render-sample.ts <product or "logo"> [width] [rays per pixel] [file]`.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import sharp from 'sharp';
import { PHOTOS } from './photos-folder.ts';
import { isProduct, PRODUCTS, type ProductName } from './products/products.ts';
import { cameraRay } from './studio/camera.ts';
import { denoise, expose } from './studio/develop.ts';
import { randomFrom } from './studio/random.ts';
import { trace } from './studio/trace.ts';

type Part = {
  name: ProductName;
  width: number;
  height: number;
  perPixel: number;
  part: number;
  parts: number;
};

const renderRows = ({ name, width, height, perPixel, part, parts }: Part): Float32Array => {
  const product = PRODUCTS[name];
  const light = new Float32Array(width * height * 3);
  const side = Math.round(Math.sqrt(perPixel));
  for (let row = part; row < height; row += parts)
    for (let column = 0; column < width; column += 1) {
      const random = randomFrom((row * 73856093) ^ (column * 19349663) ^ 0x9e3779b9);
      random();
      const at = (row * width + column) * 3;
      for (let sample = 0; sample < side * side; sample += 1) {
        const x = ((column + ((sample % side) + random()) / side) / width) * 2 - 1;
        const y =
          (1 - ((row + (Math.floor(sample / side) + random()) / side) / height) * 2) * (height / width);
        const seen = trace(product, ...cameraRay(product.camera, x, y, random), random);
        for (let i = 0; i < 3; i += 1) light[at + i]! += seen[i]! / (side * side);
      }
    }
  return light;
};

const renderPhoto = async (name: ProductName, width: number, perPixel: number): Promise<Buffer> => {
  const height = Math.round(width * PRODUCTS[name].heightToWidth);
  const parts = 2;
  const light = new Float32Array(width * height * 3);
  await Promise.all(
    Array.from({ length: parts }, (_, part) => {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const worker = new Worker(new URL(import.meta.url), {
        workerData: { name, width, height, perPixel, part, parts } satisfies Part,
      });
      worker.on('error', reject);
      worker.on('message', (rows: Float32Array) => {
        const stride = width * 3;
        for (let row = part; row < height; row += parts)
          light.set(rows.subarray(row * stride, (row + 1) * stride), row * stride);
        resolve();
      });
      return promise;
    }),
  );
  const pixels = expose(denoise(light, width, height), width, height);
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 88, mozjpeg: true })
    .toBuffer();
};

/** Draws the logo: six aperture blades in a ring. */
const renderLogo = async (): Promise<Buffer> => {
  const blades = Array.from({ length: 6 }, (_, i) => {
    const point = (radius: number, degrees: number) => {
      const angle = ((i * 60 + degrees) * Math.PI) / 180;
      return `${(200 + radius * Math.cos(angle)).toFixed(1)},${(200 + radius * Math.sin(angle)).toFixed(1)}`;
    };
    return `<path d="M${point(62, 0)} L${point(148, 22)} A148 148 0 0 1 ${point(148, 74)} L${point(62, 60)} Z"/>`;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400" viewBox="0 0 400 400">
    <circle cx="200" cy="200" r="174" fill="none" stroke="#1d2a33" stroke-width="20"/>
    <g fill="#1d2a33" stroke="none">${blades.join('')}</g>
    <circle cx="200" cy="200" r="30" fill="#e2572b"/>
  </svg>`;
  return sharp(Buffer.from(svg)).png({ compressionLevel: 9 }).toBuffer();
};

if (isMainThread) {
  const [name = '', width = '1200', perPixel = '36', file] = process.argv.slice(2);
  const target = (usual: string) => file ?? join(PHOTOS, usual);
  if (name === 'logo') writeFileSync(target('logo.png'), await renderLogo());
  else if (isProduct(name))
    writeFileSync(target(`${name}.jpg`), await renderPhoto(name, Number(width), Number(perPixel)));
  else throw new Error(`Name one of these: logo, ${Object.keys(PRODUCTS).join(', ')}.`);
} else parentPort?.postMessage(renderRows(workerData as Part));
