import type { Material, Product } from '../studio/product.ts';
import { noise } from '../studio/random.ts';
import { softbox } from '../studio/softboxes.ts';
import { length2, mix, ramp, smoothMin, type Vec } from '../studio/vectors.ts';

// The figure of the dummy: height, half the width, half the depth.
const FIGURE = [
  [1.3, 0.25, 0.19],
  [1.5, 0.218, 0.165],
  [1.62, 0.226, 0.165],
  [1.8, 0.272, 0.19],
  [1.95, 0.285, 0.165],
  [2.06, 0.278, 0.135],
  [2.12, 0.235, 0.115],
  [2.17, 0.15, 0.1],
  [2.23, 0.092, 0.09],
  [2.36, 0.08, 0.082],
] as const;
const NECK = 2.35;
const WAIST = 1.5;
const HEM = 0.55;

const figureAt = (y: number): [wide: number, deep: number] => {
  let i = 0;
  while (i < FIGURE.length - 2 && y > FIGURE[i + 1]![0]) i += 1;
  const [from, to] = [FIGURE[i]!, FIGURE[i + 1]!];
  const t = ramp(from[0], to[0], y);
  return [from[1] + (to[1] - from[1]) * t, from[2] + (to[2] - from[2]) * t];
};

const oval = (x: number, z: number, wide: number, deep: number): number => {
  const k = length2(x / wide, z / deep);
  const slope = length2(x / (wide * wide), z / (deep * deep));
  return k < 0.0001 ? -deep : (k * (k - 1)) / slope;
};

/** A disc around the axis from one height to another, with a soft edge. */
const disc = (around: number, y: number, foot: number, head: number, soft: number): number => {
  const along = Math.abs(y - (foot + head) / 2) - (head - foot) / 2;
  return Math.min(Math.max(around, along), 0) + length2(Math.max(around, 0), Math.max(along, 0)) - soft;
};

/** A smooth absolute value, without a crease at 0. */
const softly = (x: number): number => Math.sqrt(x * x + 0.0016);

const torsoAt = (x: number, y: number, z: number): number => {
  const body = oval(x, z, ...figureAt(y));
  const bust = Math.sqrt((softly(x) - 0.115) ** 2 + (y - 1.78) ** 2 + (z - 0.105) ** 2) - 0.112;
  return Math.max(smoothMin(body, bust, 0.09), y - NECK, 1.4 - y);
};

/** The skirt falls from the waist in folds that grow towards the hem. */
const skirtAt = (x: number, y: number, z: number): number => {
  const down = Math.max(0, Math.min(1, (WAIST - y) / (WAIST - HEM)));
  const flare = down ** 0.7;
  const angle = Math.atan2(z * 1.1, x);
  const sway = 0.5 * Math.sin(y * 3.1 + angle * 2) + 0.4 * Math.sin(y * 4.3 - angle);
  const deepFold = Math.sin(angle * 7 + 1.3 + sway * 1.3);
  const fold = deepFold * 0.7 + Math.sin(angle * 13 + sway + 0.8 * deepFold) * 0.5;
  const gather = Math.sin(angle * 41 + 3 * Math.sin(angle * 5)) * 0.004 * ramp(0.3, 0.02, down);
  const body =
    oval(x, z, 0.226 + 0.22 * flare, 0.172 + 0.21 * flare) - fold * 0.047 * ramp(0, 0.9, down) - gather;
  const hem = HEM + 0.014 * fold;
  // The folds are steep: a ray that advanced by the full distance could pass through one, so the distance is
  // reduced.
  return Math.max(body * 0.7, (hem - y) * 0.8, y - WAIST - 0.02) - 0.004;
};

/** The distance of a point on the torso from the edge of the bodice; negative where the dummy is bare. */
const coverAt = (x: number, y: number, z: number): number => {
  const side = Math.abs(x);
  const scoop = z > -0.02 ? 1.93 + 5.2 * x * x : 2.06 + 4 * x * x;
  const neckline = side < 0.2 ? scoop - y : 1;
  const armhole = side > 0.12 ? length2((y - 1.99) / 0.15, z / 0.1) - 1 : 1;
  const strap = 0.232 - side + Math.max(0, 1.9 - y) * 1.4;
  return Math.min(neckline, Math.max(armhole * 0.12, strap), 2.2 - y);
};

/** Above the waist, the cloth lies close to the body, with creases that run from the waist to the sides. */
const bodiceAt = (torso: number, x: number, y: number, z: number): number => {
  const crease = Math.sin(y * 34 - softly(x) * 30 + 2 * noise(x * 6, y * 6, z * 6));
  const drape = 0.005 * crease * ramp(1.78, 1.6, y) + 0.004 * (noise(x * 9, y * 7, z * 9) - 0.5);
  return Math.max(torso - 0.013 - drape, -coverAt(x, y, z) * 0.8, WAIST - 0.03 - y);
};

const beltAt = (x: number, y: number, z: number): number => {
  const [wide, deep] = figureAt(WAIST);
  return disc(oval(x, z, wide + 0.022, deep + 0.022), y, WAIST - 0.018, WAIST + 0.018, 0.007);
};

const standAt = (x: number, y: number, z: number): number => {
  const r = length2(x, z);
  return smoothMin(Math.max(r - 0.02, y - 1.4), disc(r - 0.25, y, 0.012, 0.018, 0.01), 0.06);
};

const capAt = (x: number, y: number, z: number): number => {
  const plate = disc(length2(x, z) - 0.072, y, NECK + 0.006, NECK + 0.018, 0.008);
  const knob = Math.sqrt(x * x + (y - NECK - 0.075) ** 2 + z * z) - 0.036;
  return smoothMin(plate, knob, 0.05);
};

const PARTS = ['dress', 'belt', 'dummy', 'wood', 'metal'] as const;
const FAR = 10;

/** The distance to each part; parts far above or below the point are skipped. */
const partsAt = (x: number, y: number, z: number): [number, number, number, number, number] => {
  if (y < WAIST - 0.2) return [skirtAt(x, y, z), FAR, FAR, FAR, standAt(x, y, z)];
  const torso = torsoAt(x, y, z);
  const bodice = bodiceAt(torso, x, y, z);
  if (y > WAIST + 0.2) return [bodice, FAR, torso, capAt(x, y, z), FAR];
  return [smoothMin(bodice, skirtAt(x, y, z), 0.02), beltAt(x, y, z), torso, FAR, FAR];
};

const distance = (x: number, y: number, z: number): number => {
  const r = length2(x, z);
  if (r > 0.68) return r - 0.52;
  const parts = partsAt(x, y, z);
  return Math.min(parts[0], parts[1], parts[2], parts[3], parts[4]);
};

const materialAt = ([x, y, z]: Vec): Material => {
  const distances = partsAt(x, y, z);
  const matte = { gloss: 0, roughness: 1 };
  switch (PARTS[distances.indexOf(Math.min(...distances))]!) {
    case 'dress': {
      const weave = noise(x * 130, y * 40, z * 130) * 0.6 + noise(x * 9, y * 5, z * 9) * 0.4;
      const seam = Math.abs(y - HEM - 0.06) < 0.004 ? 0.4 : 0;
      return {
        albedo: mix(mix([0.085, 0.15, 0.25], [0.11, 0.185, 0.29], weave), [0.03, 0.06, 0.11], seam),
        ...matte,
      };
    }
    case 'belt':
      return { albedo: [0.035, 0.062, 0.115], ...matte };
    case 'dummy':
      return {
        albedo: mix([0.58, 0.49, 0.37], [0.66, 0.57, 0.45], noise(x * 150, y * 150, z * 150)),
        ...matte,
      };
    case 'wood':
      return {
        albedo: mix([0.16, 0.075, 0.03], [0.24, 0.12, 0.055], noise(x * 14, y * 80, z * 14)),
        gloss: 0.6,
        roughness: 0.25,
      };
    case 'metal':
      return { albedo: [0.03, 0.03, 0.032], ...matte };
  }
};

/** A summer dress on a tailor's dummy. */
export const dress: Product = {
  distance,
  materialAt,
  center: [0, 1.23, 0],
  reach: 1.3,
  stride: 0.6,
  camera: {
    eye: [0.5, 1.6, 9.2],
    aim: [0, 1.2, 0],
    focal: 8.3,
    shift: [0, 0],
    nearer: 0.3,
    aperture: 0.03,
  },
  lights: [
    softbox([-3.2, 2.5, 1.9], [0, 1.2, 0], 0.7, 1.8, [14.5, 14.1, 13.4]),
    softbox([3.6, 2.3, 1.8], [0, 1.2, 0], 0.6, 1.5, [2.0, 2.1, 2.25]),
    softbox([0.4, 5.2, -0.8], [0, 0.6, -0.2], 1.6, 1.0, [3.4, 3.4, 3.4]),
  ],
  heightToWidth: 4 / 3,
};
