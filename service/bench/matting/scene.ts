import { blur } from './blur.ts';
import { coverage, ellipse, type Point } from './coverage.ts';
import { FAMILIES, type Family } from './families.ts';
import { OBJECTS, type Outline, strands } from './objects.ts';
import { type Random, randomFrom, smoothNoise } from './random.ts';

export type Scene = {
  name: string;
  family: string;
  width: number;
  height: number;
  rgb: Uint8Array;
  /** The true alpha, 0 to 1. */
  alpha: Float32Array;
  jpegQuality: number | undefined;
};

type Colour = readonly [number, number, number];

/**
 * The sets of scenes. `tuned`: the thresholds were chosen on these. `validation`: used to check the progress
 * and to find errors. `held out`: first rendered after the tuning. Once results on held-out scenes have been
 * seen, a change of thresholds needs new seeds.
 */
export const SETS = ['tuned', 'validation', 'held out'] as const;
export type SetName = (typeof SETS)[number];

// `uniform` and `gradient` have a target of their own. They get 30 scenes, so that no single scene decides it.
const aimed = ({ name, scenes }: Family) => (name === 'uniform' || name === 'gradient' ? 30 : scenes);

/**
 * The first seed and the number of seeds of each set. The validation seeds were held out earlier, and so were
 * the later two ranges of tuned seeds. The seeds from 10 000 to 20 999 have been seen as well, so they cannot
 * be held out again.
 */
const SEEDS: Record<SetName, (family: Family, place: number) => [first: number, count: number][]> = {
  tuned: ({ scenes }, place) => [
    [100 * place, scenes],
    [100 * place + 50, Math.ceil(scenes / 2)],
    [100 * place + 70, scenes],
  ],
  validation: (family, place) => [[30_000 + 1000 * place, aimed(family)]],
  'held out': (family, place) => [[50_000 + 1000 * place, aimed(family)]],
};

/** All scenes of all families and sets. */
export const allScenes = (): { family: Family; set: SetName; seed: number }[] =>
  FAMILIES.flatMap((family, place) =>
    SETS.flatMap((set) =>
      SEEDS[set](family, place).flatMap(([first, count]) =>
        Array.from({ length: count }, (_, i) => ({ family, set, seed: first + i })),
      ),
    ),
  );

export const renderScene = (family: Family, seed: number, size: number): Scene => {
  const random = randomFrom(seed + 1);
  const width = size;
  const height = Math.round(size * random.pick([1, 1, 0.8, 1.25]));
  const edge = random.pick(family.edge);
  const object = random.pick(family.objects);
  const opaque = objectMask(family, object, edge, random, width, height);
  const depth = blur(opaque, width, height, size * 0.04);
  const alpha = edge === 'glass' ? glassAlpha(opaque, depth, random) : opaque;
  const backColour = backgroundColour(family, random);
  const background = paintBackground(family, backColour, random, width, height);
  castShadow(background, opaque, width, height, random.between(...family.shadow), random);
  const front = paintObject(family, backColour, depth, random, width, height);
  const noise = random.between(...family.noise);
  const rgb = new Uint8Array(width * height * 3);
  for (let i = 0; i < width * height; i++) {
    const a = alpha[i]!;
    // Sensor noise: one part is the same in all three channels, the other part differs.
    const gauss = random.next() + random.next() + random.next() + random.next() - 2;
    for (let c = 0; c < 3; c++) {
      const clean = a * front[i * 3 + c]! + (1 - a) * background[i * 3 + c]!;
      const grain = (gauss * 0.8 + (random.next() - 0.5) * 1.6) * noise;
      rgb[i * 3 + c] = Math.min(255, Math.max(0, Math.round(clean + grain)));
    }
  }
  return {
    name: `${family.name}-${seed}-${object}`,
    family: family.name,
    width,
    height,
    rgb,
    alpha,
    jpegQuality: family.jpegQuality,
  };
};

const objectMask = (
  family: Family,
  object: Family['objects'][number],
  edge: string,
  random: Random,
  width: number,
  height: number,
): Float32Array => {
  const size = Math.min(width, height);
  const scale = size * random.between(0.3, 0.41);
  const turn = random.between(-0.12, 0.12);
  const outline: Outline = OBJECTS[object](random);
  const centre: Point = [
    width / 2 + size * random.between(-0.05, 0.05),
    family.touchesBorder ? height - scale * random.between(0.55, 0.8) : height / 2,
  ];
  const place = (polygon: Point[]): Point[] =>
    polygon.map(([x, y]) => [
      centre[0] + scale * (x * Math.cos(turn) - y * Math.sin(turn)),
      centre[1] + scale * (x * Math.sin(turn) + y * Math.cos(turn)),
    ]);
  if (edge === 'hair') {
    outline.solids.push(ellipse(0, -0.25, 0.55, 0.55));
    const width = random.between(0.006, 0.012);
    outline.solids.push(
      ...strands(random, 260, 0.6, 0.6, width).map((line) => line.map(([x, y]): Point => [x, y - 0.25])),
    );
  }
  const mask = new Float32Array(width * height);
  for (const solid of outline.solids) {
    const covered = coverage(place(solid), width, height);
    for (let i = 0; i < mask.length; i++) mask[i] = Math.min(1, Math.max(mask[i]!, covered[i]!));
  }
  for (const hole of outline.holes) {
    const covered = coverage(place(hole), width, height);
    for (let i = 0; i < mask.length; i++) mask[i]! *= 1 - Math.min(1, covered[i]!);
  }
  return edge === 'soft' ? blur(mask, width, height, 1) : mask;
};

/** The alpha of glass: high at the thick rim, low in the thin middle. */
const glassAlpha = (mask: Float32Array, depth: Float32Array, random: Random): Float32Array => {
  const middle = random.between(0.3, 0.62);
  return mask.map((covered, i) => {
    const rim = Math.max(0, 1 - Math.max(0, depth[i]! - 0.5) * 3);
    return covered * (middle + (0.95 - middle) * rim);
  });
};

const backgroundColour = (family: Family, random: Random): Colour => {
  if (family.whiteOnWhite) {
    const white = random.between(238, 253);
    return [white, white, white - random.between(0, 3)];
  }
  const light = random.between(205, 250);
  return random.pick<Colour>([
    [light, light, light],
    [light, light - 6, light - 14],
    [light - 10, light - 4, light],
    [random.between(120, 180), random.between(120, 180), random.between(120, 180)],
    [light * 0.6, light * 0.75, light * 0.9],
    [40, 42, 46],
  ]);
};

const paintBackground = (family: Family, colour: Colour, random: Random, width: number, height: number) => {
  const kind = random.pick(family.background);
  const painted = new Float32Array(width * height * 3);
  const slope = random.between(0.05, family.whiteOnWhite ? 0.08 : 0.28);
  const angle = random.between(0, 2 * Math.PI);
  const horizon = random.between(0.45, 0.7);
  const vignette = kind === 'gradient' ? random.between(0, 0.15) : 0;
  const mottle = smoothNoise(Math.floor(random.next() * 1e6));
  const table: Colour = [random.between(90, 200), random.between(80, 160), random.between(60, 140)];
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const u = x / width - 0.5;
      const v = y / height - 0.5;
      let light = 1 - vignette * 2 * (u * u + v * v);
      let from = colour;
      if (kind === 'gradient') light *= 1 + slope * (u * Math.cos(angle) + v * Math.sin(angle));
      if (kind === 'sweep') light *= 1 - slope / (1 + Math.exp(-(v + 0.5 - horizon) * 14));
      if (kind === 'mottled') light *= 1 + 0.03 * mottle((x / width) * 5, (y / width) * 5);
      if (kind === 'two-zone' && v + 0.5 > horizon) from = table;
      if (kind === 'wood') {
        const grain = mottle((x / width) * 4, (y / width) * 50) * 0.12 + mottle(u * 30, v * 140) * 0.06;
        from = table;
        light *= 1 + grain;
      }
      for (let c = 0; c < 3; c++) painted[(y * width + x) * 3 + c] = Math.min(255, from[c]! * light);
    }
  return painted;
};

const castShadow = (
  background: Float32Array,
  mask: Float32Array,
  width: number,
  height: number,
  strength: number,
  random: Random,
) => {
  if (strength === 0) return;
  const soft = blur(mask, width, height, width * random.between(0.015, 0.04));
  const dx = Math.round(width * random.between(-0.04, 0.04));
  const dy = Math.round(height * random.between(0.01, 0.05));
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const sx = Math.min(width - 1, Math.max(0, x - dx));
      const sy = Math.min(height - 1, Math.max(0, y - dy));
      const light = 1 - strength * soft[sy * width + sx]!;
      for (let c = 0; c < 3; c++) background[(y * width + x) * 3 + c]! *= light;
    }
};

const objectColour = (family: Family, back: Colour, random: Random): Colour => {
  if (family.whiteOnWhite) {
    const white = back[0] - random.between(4, 22);
    return [white, white - random.between(0, 3), white - random.between(0, 5)];
  }
  // The colour has at least 60 levels of contrast in one channel, because photographers avoid backgrounds in
  // which the product vanishes.
  for (let attempt = 0; attempt < 50; attempt++) {
    const colour: Colour = [random.between(15, 240), random.between(15, 240), random.between(15, 240)];
    if (Math.max(...colour.map((value, c) => Math.abs(value - back[c]!))) > 60) return colour;
  }
  return [20, 20, 20];
};

const PRINT: Colour = [60, 55, 60];

/** True when a place is printed: lines of marks like letters. */
const printed = (u: number, v: number) =>
  Math.abs(u) < 0.07 && Math.sin(v * 260) > 0.55 && Math.sin(u * 900 + Math.floor(v * 41) * 2) > -0.5;

const paintObject = (
  family: Family,
  back: Colour,
  depth: Float32Array,
  random: Random,
  width: number,
  height: number,
): Float32Array => {
  const surface = random.pick(family.surface);
  const colour = objectColour(family, back, random);
  const second =
    surface === 'label' ? back.map((c) => Math.min(255, c * 1.02)) : objectColour(family, back, random);
  const weave = smoothNoise(Math.floor(random.next() * 1e6));
  const stripes = random.between(12, 34);
  const shade = family.whiteOnWhite ? 0.12 : 0.35;
  const lightFrom = random.between(-0.6, 0.6);
  const painted = new Float32Array(width * height * 3);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const i = y * width + x;
      const u = x / width - 0.5;
      const v = y / height - 0.5;
      const facing = Math.min(1, Math.max(0, depth[i]! * 1.6 - 0.6));
      let light = 1 - shade + shade * facing + lightFrom * u * shade;
      let from: readonly number[] = colour;
      if (surface === 'label' && Math.abs(u) < 0.09 && v > 0.02 && v < 0.2)
        from = printed(u, v) ? PRINT : second;
      if (surface === 'stripes' && Math.sin(u * stripes * 6 + v * 9) > 0.2) from = second;
      if (surface === 'checks' && Math.sin(u * stripes * 5) * Math.sin(v * stripes * 5) > 0) from = second;
      if (surface === 'fabric') light *= 1 + 0.08 * weave(x / 2.5, y / 2.5) + 0.06 * weave(x / 30, y / 12);
      let gloss = 0;
      if (surface === 'glossy') gloss = 170 * Math.exp(-(((u + 0.08) / 0.025) ** 2)) * facing;
      for (let c = 0; c < 3; c++) painted[i * 3 + c] = Math.min(255, Math.max(0, from[c]! * light + gloss));
    }
  return painted;
};
