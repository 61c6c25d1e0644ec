import type { Camera, Material, Product } from '../studio/product.ts';
import { hashAt, noise } from '../studio/random.ts';
import { softbox, USUAL_LIGHTS } from '../studio/softboxes.ts';
import { length2, mix, ramp, smoothMin, type Vec } from '../studio/vectors.ts';

/** Specks of iron in the clay: round, of different sizes, in about one cell of six. */
const speckAt = (x: number, y: number, z: number): number => {
  const [cx, cy, cz] = [Math.floor(x * 26), Math.floor(y * 26), Math.floor(z * 26)];
  const size = hashAt(cx + 7, cy, cz);
  if (size < 0.83) return 0;
  const off = (along: number, cell: number, seed: number) =>
    along * 26 - cell - 0.35 - 0.3 * hashAt(cx + seed, cy - seed, cz + 2 * seed);
  const [dx, dy, dz] = [off(x, cx, 11), off(y, cy, 23), off(z, cz, 31)];
  const radius = 0.06 + (size - 0.83) * 1.3;
  return 1 - ramp(radius * 0.7, radius, Math.sqrt(dx * dx + dy * dy + dz * dz));
};

// The wall of the mug, as distance and height from the axis: foot, curve, side and lip.
const WALL = [
  [0, 0.075],
  [0.36, 0.075],
  [0.46, 0.13],
  [0.515, 0.24],
  [0.535, 0.42],
  [0.545, 1.0],
  [0.555, 1.12],
] as const;
const WALL_RADIUS = 0.034;
const INNER_RADIUS = 0.52;

// The pieces of the wall: start, direction and squared length of each. They are in one flat array for speed,
// because rendering spends most of its time here.
const PIECES = Float64Array.from(
  WALL.slice(1).flatMap(([x, y], i) => {
    const [fromX, fromY] = WALL[i]!;
    return [fromX, fromY, x - fromX, y - fromY, (x - fromX) ** 2 + (y - fromY) ** 2];
  }),
);

const distance = (x: number, y: number, z: number): number => {
  const r = length2(x, z);
  let wall = 10;
  for (let i = 0; i < PIECES.length; i += 5) {
    const px = r - PIECES[i]!;
    const py = y - PIECES[i + 1]!;
    const wayX = PIECES[i + 2]!;
    const wayY = PIECES[i + 3]!;
    const t = Math.max(0, Math.min(1, (px * wayX + py * wayY) / PIECES[i + 4]!));
    wall = smoothMin(wall, length2(px - wayX * t, py - wayY * t), 0.03);
  }
  const foot = length2(r - 0.36, (y - 0.035) * 0.8) - 0.03;
  const body = Math.min(wall - WALL_RADIUS, foot);
  if (x < 0.3) return body;
  // The handle: an upright elliptical ring with a flat cross section. Its part inside the mug is cut off.
  const around = length2((x - 0.56) * 1.02, (y - 0.64) * 0.78) - 0.285;
  const tube = length2(around, z * 0.62) - 0.043;
  return smoothMin(body, Math.max(tube, INNER_RADIUS + 0.02 - r), 0.07);
};

/** The materials of a mug. Each part has two tones, and noise in clay and glaze mixes them. */
type Making = {
  clay: [Vec, Vec];
  clayGloss: number;
  outside: [Vec, Vec];
  inside: [Vec, Vec];
  /** The colour where the glaze is thin: on the lip of the mug, and at the lower edge of the glaze. */
  thin: Vec;
  gloss: number;
  roughness: number;
};

const materialOf =
  (making: Making) =>
  ([x, y, z]: Vec): Material => {
    const r = length2(x, z);
    const inside =
      r < 0.548 &&
      y > 0.09 &&
      distance(x * (1 - 0.07 / Math.max(r, 0.1)), y, z * (1 - 0.07 / Math.max(r, 0.1))) > 0;
    const angle = Math.atan2(z, x);
    const cloudy = noise(x * 5, y * 3.2, z * 5) * 0.6 + noise(x * 13, y * 9, z * 13) * 0.4;
    const speck = speckAt(x, y, z);
    const edge = 0.33 + 0.02 * Math.sin(angle * 3 + 1.2) + 0.03 * (noise(angle * 3.1 + 9, 4, 2) - 0.5);
    const clay = mix(...making.clay, noise(x * 30, y * 50, z * 30));
    if (!inside && y < edge)
      return { albedo: mix(clay, [0.16, 0.1, 0.07], speck * 0.7), gloss: making.clayGloss, roughness: 0.5 };
    const glaze = mix(...(inside ? making.inside : making.outside), cloudy);
    const thin = Math.max(ramp(1.118, 1.155, y) * 0.75, inside ? 0 : ramp(edge + 0.035, edge, y) * 0.7);
    return {
      albedo: mix(mix(glaze, making.thin, thin), [0.05, 0.03, 0.02], speck * (inside ? 0.35 : 0.5)),
      gloss: making.gloss,
      roughness: making.roughness,
    };
  };

/**
 * More light from the right and from above than USUAL_LIGHTS, so that the paper is evenly lit and every edge of
 * the product is visible.
 */
const STUDIO = [
  softbox([-2.9, 1.95, 2.1], [0, 0.6, 0], 0.62, 1.75, [12.5, 12.2, 11.8]),
  softbox([3.4, 1.9, 1.6], [0, 0.6, 0], 0.55, 1.3, [5.4, 5.5, 5.7]),
  softbox([0.2, 4.6, -1.4], [0, 0.2, -1.2], 1.8, 1.2, [4.6, 4.6, 4.6]),
];

const SHAPE = { distance, center: [0.1, 0.6, 0] as Vec, reach: 0.98, stride: 0.85 };

const CAMERA: Camera = {
  eye: [0.5, 1.72, 6.6],
  aim: [0.12, 0.55, 0],
  focal: 4.7,
  shift: [0, 0],
  nearer: 0.35,
  aperture: 0.035,
};

/** A dark mug with a satin glaze, easy to cut out: its whole outline is darker than the paper. */
export const mug: Product = {
  ...SHAPE,
  materialAt: materialOf({
    clay: [
      [0.2, 0.085, 0.045],
      [0.27, 0.12, 0.065],
    ],
    clayGloss: 0,
    outside: [
      [0.008, 0.045, 0.085],
      [0.02, 0.085, 0.13],
    ],
    inside: [
      [0.3, 0.22, 0.15],
      [0.24, 0.17, 0.11],
    ],
    thin: [0.1, 0.05, 0.03],
    gloss: 1,
    roughness: 0.31,
  }),
  camera: { ...CAMERA, focal: 5.6, aperture: 0.012 },
  lights: STUDIO,
  heightToWidth: 3 / 4,
};

/** A glossy stoneware mug, hard to cut out: its outline reflects the paper, and its foot is nearly as light. */
export const stoneware: Product = {
  ...SHAPE,
  materialAt: materialOf({
    clay: [
      [0.5, 0.33, 0.22],
      [0.6, 0.42, 0.3],
    ],
    clayGloss: 0.25,
    outside: [
      [0.012, 0.1, 0.125],
      [0.045, 0.2, 0.215],
    ],
    inside: [
      [0.72, 0.69, 0.62],
      [0.66, 0.62, 0.54],
    ],
    thin: [0.27, 0.14, 0.07],
    gloss: 1,
    roughness: 0.045,
  }),
  camera: CAMERA,
  lights: USUAL_LIGHTS,
  heightToWidth: 3 / 4,
};
