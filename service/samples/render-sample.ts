/**
 * Renders the sample pictures that come with the service: `mug.jpg`, a product photo, and `logo.png`, a logo with
 * transparency to lay over it. Run with `node service/samples/render-sample.ts [width] [samples per pixel]`.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import sharp from 'sharp';
import { cameraRay, randomFrom, trace } from './trace-mug.ts';

type Part = { width: number; height: number; perPixel: number; part: number; parts: number };

const EXPOSURE = 1.06;
const GRAIN = 0.011;

/** A film-like curve: soft in the highlights, a little depth in the shadows. */
const develop = (light: number): number => {
  const x = light * EXPOSURE;
  const curve = (x * (2.51 * x + 0.03)) / (x * (2.43 * x + 0.59) + 0.14);
  return Math.max(0, Math.min(1, curve)) ** (1 / 2.2);
};

const renderRows = ({ width, height, perPixel, part, parts }: Part): Float32Array => {
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
        const seen = trace(...cameraRay(x, y, random), random);
        for (let i = 0; i < 3; i += 1) light[at + i]! += seen[i]! / (side * side);
      }
    }
  return light;
};

/** Averages each pixel with neighbours of about the same brightness: the noise of chance goes, edges stay. */
const calm = (light: Float32Array, width: number, height: number): Float32Array => {
  const calmed = new Float32Array(light.length);
  const brightness = (at: number) => Math.log(0.02 + light[at]! + 2 * light[at + 1]! + light[at + 2]!);
  for (let row = 0; row < height; row += 1)
    for (let column = 0; column < width; column += 1) {
      const at = (row * width + column) * 3;
      const own = brightness(at);
      let weights = 0;
      for (let y = Math.max(0, row - 3); y <= Math.min(height - 1, row + 3); y += 1)
        for (let x = Math.max(0, column - 3); x <= Math.min(width - 1, column + 3); x += 1) {
          const other = (y * width + x) * 3;
          const difference = (brightness(other) - own) / 0.16;
          const weight = Math.exp(-difference * difference - ((x - column) ** 2 + (y - row) ** 2) / 6);
          weights += weight;
          for (let i = 0; i < 3; i += 1) calmed[at + i]! += light[other + i]! * weight;
        }
      for (let i = 0; i < 3; i += 1) calmed[at + i]! /= weights;
    }
  return calmed;
};

const expose = (light: Float32Array, width: number, height: number): Uint8Array => {
  const random = randomFrom(7);
  return Uint8Array.from(light, (value, index) => {
    const pixel = Math.floor(index / 3);
    const u = ((pixel % width) / width) * 2 - 1;
    const v = (Math.floor(pixel / width) / height) * 2 - 1;
    const vignette = 1 - 0.1 * (u * u + v * v);
    const grain = (random() + random() + random() - 1.5) * GRAIN;
    return Math.max(0, Math.min(255, Math.round((develop(value * vignette) + grain) * 255)));
  });
};

const renderPhoto = async (width: number, perPixel: number): Promise<Buffer> => {
  const height = (width * 3) / 4;
  const parts = 2;
  const light = new Float32Array(width * height * 3);
  await Promise.all(
    Array.from({ length: parts }, (_, part) => {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const worker = new Worker(new URL(import.meta.url), {
        workerData: { width, height, perPixel, part, parts },
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
  const pixels = expose(calm(light, width, height), width, height);
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 88, mozjpeg: true })
    .toBuffer();
};

/** Six blades of an aperture in a ring. */
const renderLogo = async (): Promise<Buffer> => {
  const blades = Array.from({ length: 6 }, (_, i) => {
    const point = (radius: number, turn: number) => {
      const angle = ((i * 60 + turn) * Math.PI) / 180;
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
  const [width = 1600, perPixel = 36] = process.argv.slice(2).map(Number);
  writeFileSync(join(import.meta.dirname, 'logo.png'), await renderLogo());
  writeFileSync(join(import.meta.dirname, 'mug.jpg'), await renderPhoto(width, perPixel));
} else parentPort?.postMessage(renderRows(workerData as Part));
