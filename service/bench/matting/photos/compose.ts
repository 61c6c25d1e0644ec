import { hash } from 'node:crypto';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { blur } from '../blur.ts';
import { type Random, randomFrom, smoothNoise } from '../random.ts';
import { clutter, type Difficulty, hardShadow, sameColours, softened, veiled } from './difficulties.ts';
import { CORPUS, photoPaths } from './packages.ts';
import type { Stamp } from './stamps.ts';

export const BACKGROUNDS = ['white', 'grey', 'paper', 'noisy', 'table', 'photo'] as const;
export type BackgroundName = (typeof BACKGROUNDS)[number];

/** A scene. `difficulty`, only set for hard scenes, is what makes it hard. `others` may lie around as clutter. */
export type SceneRef = {
  id: string;
  stamp: Stamp;
  background: BackgroundName;
  difficulty?: Difficulty;
  others: Stamp[];
};

/** A composite on disk: the image, and the true alpha as a grey image. */
export type Composite = SceneRef & { image: string; truth: string };

const SIDES = [640, 800, 1000, 1200];
/** Hard scenes are smaller: there are many of them, and the confidence does not depend on the size. */
const HARD_SIDES = [560, 640, 720];
const MOST_ENLARGED = 2.5;

/** Composes a scene, or finds it on disk. The same reference always gives the same scene. */
export const compose = async (ref: SceneRef): Promise<Composite> => {
  const folder = join(CORPUS, 'scenes');
  mkdirSync(folder, { recursive: true });
  const composite = {
    ...ref,
    image: join(folder, `${ref.id}.png`),
    truth: join(folder, `${ref.id}.alpha.png`),
  };
  if (existsSync(composite.truth)) return composite;
  const random = randomFrom(hash('sha256', ref.id, 'buffer').readUInt32LE(0));
  const { stamp, background, difficulty } = ref;
  const canvas = await place(stamp, random, difficulty);
  const { width, height, front } = canvas;
  let { alpha } = canvas;
  const behind = await PAINTERS[background](canvas);
  if (difficulty?.endsWith('similar')) sameColours(behind, canvas);
  if (difficulty === 'shadow') hardShadow(behind, canvas);
  if (difficulty?.endsWith('clutter')) await clutter(behind, canvas, ref.others);
  let clean: Float32Array = new Float32Array(front.length);
  for (let i = 0; i < clean.length; i++) {
    const share = alpha[Math.floor(i / 3)]!;
    clean[i] = share * front[i]! + (1 - share) * behind[i]!;
  }
  if (difficulty?.startsWith('faint')) clean = veiled(clean, random);
  if (difficulty === 'blurred') ({ clean, alpha } = softened(clean, canvas));
  const grain = background === 'noisy' ? random.between(5, 10) : random.between(0.5, 2.5);
  const rgb = Buffer.alloc(width * height * 3);
  for (let i = 0; i < rgb.length; i++) {
    const noise = (random.next() + random.next() + random.next() - 1.5) * 2 * grain;
    rgb[i] = Math.min(255, Math.max(0, Math.round(clean[i]! + noise)));
  }
  const raw = { raw: { width, height, channels: 3 } } as const;
  const usual = background === 'noisy' ? 55 : Math.round(random.between(85, 95));
  const quality = difficulty === 'jpeg' ? Math.round(random.between(8, 30)) : usual;
  const jpeg = await sharp(rgb, raw).jpeg({ quality }).toBuffer();
  await sharp(jpeg).png({ compressionLevel: 3 }).toFile(composite.image);
  const levels = Buffer.from(Uint8Array.from(alpha, (value) => Math.round(value * 255)));
  await sharp(levels, { raw: { width, height, channels: 1 } })
    .png({ compressionLevel: 3 })
    .toFile(composite.truth);
  return composite;
};

/** The size of the object, as a fraction of the largest size that fits into the image. */
const SHARES: Partial<Record<Difficulty, [number, number]>> = {
  small: [0.1, 0.25],
  'small-clutter': [0.1, 0.25],
  cropped: [0.8, 1.3],
};

/** Places the object on an empty image. */
const place = async (stamp: Stamp, random: Random, difficulty?: Difficulty): Promise<Canvas> => {
  const { width: stampWidth, height: stampHeight } = await sharp(stamp.path).metadata();
  const share = random.between(...((difficulty && SHARES[difficulty]) ?? [0.5, 0.8]));
  const longest = Math.max(stampWidth, stampHeight);
  const wanted = random.pick(difficulty ? HARD_SIDES : SIDES);
  const side = Math.round(Math.min(wanted, (longest * MOST_ENLARGED) / share));
  const [width, height] = random
    .pick([
      [1, 1],
      [1, 0.75],
      [0.75, 1],
    ])
    .map((part) => Math.round(side * part)) as [number, number];
  const scale = share * Math.min(width / stampWidth, height / stampHeight);
  const [w, h] = [Math.max(8, Math.round(stampWidth * scale)), Math.max(8, Math.round(stampHeight * scale))];
  const object = await sharp(stamp.path).resize(w, h, { fit: 'fill' }).ensureAlpha().raw().toBuffer();
  const startOf = (length: number, own: number) =>
    difficulty === 'cropped'
      ? Math.round(length * random.between(0.05, 0.95) - own / 2)
      : Math.round((length - own) * (0.5 + random.between(-0.3, 0.3)));
  const left = startOf(width, w);
  const top = startOf(height, h);
  const front = new Float32Array(width * height * 3);
  const alpha = new Float32Array(width * height);
  for (let y = Math.max(0, -top); y < Math.min(h, height - top); y++)
    for (let x = Math.max(0, -left); x < Math.min(w, width - left); x++) {
      const to = (y + top) * width + x + left;
      const from = (y * w + x) * 4;
      alpha[to] = object[from + 3]! / 255;
      for (let c = 0; c < 3; c++) front[to * 3 + c] = object[from + c]!;
    }
  return { width, height, random, alpha, front };
};

export type Canvas = {
  width: number;
  height: number;
  random: Random;
  alpha: Float32Array;
  front: Float32Array;
};
type Colour = readonly [number, number, number];

const paint = ({ width, height }: Canvas, colourAt: (u: number, v: number) => Colour): Float32Array => {
  const painted = new Float32Array(width * height * 3);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      painted.set(colourAt(x / width - 0.5, y / height - 0.5), (y * width + x) * 3);
  return painted;
};

const times = ([r, g, b]: Colour, light: number): Colour => [r * light, g * light, b * light];

/** Darkens the background by a contact shadow and a soft cast shadow. */
const shade = (behind: Float32Array, { width, height, random, alpha }: Canvas, strength: number) => {
  const size = Math.max(width, height);
  for (const [sigma, drop, part] of [
    [0.008, 0.008, 0.5],
    [random.between(0.02, 0.05), random.between(0.01, 0.05), 1],
  ] as const) {
    const soft = blur(alpha, width, height, size * sigma);
    const dy = Math.round(size * drop);
    const dx = Math.round(size * random.between(-0.03, 0.03) * part);
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) {
        const from = Math.max(0, y - dy) * width + Math.min(width - 1, Math.max(0, x - dx));
        const light = 1 - strength * part * soft[from]!;
        for (let c = 0; c < 3; c++) behind[(y * width + x) * 3 + c]! *= light;
      }
  }
  return behind;
};

const gradient = (random: Random, slope: number) => {
  const angle = random.between(0, 2 * Math.PI);
  return (u: number, v: number) => 1 + slope * (u * Math.cos(angle) + v * Math.sin(angle));
};

const PAINTERS: Record<BackgroundName, (canvas: Canvas) => Float32Array | Promise<Float32Array>> = {
  white: (canvas) => {
    const { random } = canvas;
    const white = random.between(238, 255);
    const light = gradient(random, random.between(0, 0.06));
    const tint: Colour = [white, white - random.between(0, 3), white - random.between(0, 6)];
    const behind = paint(canvas, (u, v) => times(tint, light(u, v)));
    return shade(behind, canvas, random.between(0.1, 0.3));
  },
  grey: (canvas) => {
    const { random } = canvas;
    const grey = random.between(90, 220);
    const light = gradient(random, random.between(0.15, 0.5));
    const vignette = random.between(0, 0.4);
    const colour: Colour = [grey, grey, grey + random.between(-5, 5)];
    const behind = paint(canvas, (u, v) => times(colour, light(u, v) - vignette * (u * u + v * v)));
    return shade(behind, canvas, random.between(0, 0.25));
  },
  paper: (canvas) => {
    const { random } = canvas;
    const colour: Colour = [random.between(40, 245), random.between(40, 245), random.between(40, 245)];
    const light = gradient(random, random.between(0.02, 0.2));
    const fibres = smoothNoise(Math.floor(random.next() * 1e6));
    const behind = paint(canvas, (u, v) =>
      times(colour, light(u, v) * (1 + 0.012 * fibres(u * 260, v * 260) + 0.02 * fibres(u * 7, v * 7))),
    );
    return shade(behind, canvas, random.between(0, 0.25));
  },
  noisy: (canvas) => {
    const { random } = canvas;
    const light = random.between(110, 225);
    const colour: Colour = [light, light - random.between(0, 14), light - random.between(0, 26)];
    const mottle = smoothNoise(Math.floor(random.next() * 1e6));
    const behind = paint(canvas, (u, v) => times(colour, 1 + 0.06 * mottle(u * 6, v * 6)));
    return shade(behind, canvas, random.between(0, 0.3));
  },
  table: (canvas) => {
    const { random } = canvas;
    const wall: Colour = [random.between(120, 235), random.between(120, 235), random.between(120, 235)];
    const table: Colour = [random.between(70, 190), random.between(60, 150), random.between(40, 130)];
    const horizon = random.between(0, 0.3);
    const grain = smoothNoise(Math.floor(random.next() * 1e6));
    const light = gradient(random, random.between(0.05, 0.3));
    const behind = paint(canvas, (u, v) =>
      v > horizon
        ? times(table, light(u, v) * (1 + 0.12 * grain(u * 4, v * 60) + 0.06 * grain(u * 30, v * 160)))
        : times(wall, light(u, v) * (1 + 0.03 * grain(u * 9, v * 9))),
    );
    return shade(behind, canvas, random.between(0.1, 0.35));
  },
  photo: async (canvas) => {
    const { width, height, random } = canvas;
    const path = random.pick(photoPaths());
    const meta = await sharp(path).metadata();
    const zoom = Math.max(width / meta.width, height / meta.height) * random.between(1, 1.8);
    const [w, h] = [Math.ceil(meta.width * zoom), Math.ceil(meta.height * zoom)];
    const data = await sharp(path)
      .resize(w, h, { fit: 'fill' })
      .extract({
        left: Math.floor(random.between(0, w - width)),
        top: Math.floor(random.between(0, h - height)),
        width,
        height,
      })
      .removeAlpha()
      .toColourspace('srgb')
      .raw()
      .toBuffer();
    return Float32Array.from(data);
  },
};
