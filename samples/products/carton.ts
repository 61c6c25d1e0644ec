import { lettering } from '../studio/lettering.ts';
import type { Material, Product } from '../studio/product.ts';
import { noise } from '../studio/random.ts';
import { softbox } from '../studio/softboxes.ts';
import { length2, mix, ramp, type Vec } from '../studio/vectors.ts';

const HALF: Vec = [0.5, 0.7, 0.26];
const EDGE = 0.008;
const FLOAT = 0.003;

const distance = (x: number, y: number, z: number): number => {
  const dx = Math.abs(x) - HALF[0] + EDGE;
  const dy = Math.abs(y - HALF[1] - FLOAT) - HALF[1] + EDGE;
  // The card is pressed in a little in the middle of a side.
  const dz = Math.abs(z) - HALF[2] + EDGE + 0.004 * (1 - (x / HALF[0]) ** 2);
  const [ox, oy, oz] = [Math.max(dx, 0), Math.max(dy, 0), Math.max(dz, 0)];
  return Math.min(Math.max(dx, dy, dz), 0) + Math.sqrt(ox * ox + oy * oy + oz * oz) - EDGE;
};

const NAVY: Vec = [0.018, 0.05, 0.105];
const CREAM: Vec = [0.78, 0.7, 0.56];
const CORAL: Vec = [0.72, 0.17, 0.08];
const TEAL: Vec = [0.06, 0.26, 0.28];

const NAME = lettering('NORD', 0.3);
const KIND = lettering('ROSE TEA', 0.34);

const inked = (distance: number): number => 1 - ramp(-0.0025, 0.0025, distance);

/** The front: a low sun over rows of waves, and the name on a band of cream. */
const frontAt = (x: number, y: number): Vec => {
  const sun = inked(length2(x, y - 0.8) - 0.235);
  let print = mix(NAVY, CORAL, sun);
  for (let wave = 0; wave < 4; wave += 1) {
    const crest = 0.79 - wave * 0.085 + 0.026 * Math.sin(x * 15 + wave * 1.9);
    print = mix(print, wave % 2 === 0 ? TEAL : NAVY, inked(y - crest));
    print = mix(print, CREAM, inked(Math.abs(y - crest) - 0.006));
  }
  print = mix(print, CREAM, inked(y - 0.46));
  print = mix(print, NAVY, inked(NAME(x / 0.13, (y - 0.315) / 0.13) * 0.13 - 0.0115));
  print = mix(print, CORAL, inked(KIND(x / 0.05, (y - 0.17) / 0.05) * 0.05 - 0.006));
  const line = Math.abs(y - 0.09) < 0.008 && Math.abs(x) < 0.2 && noise(x * 60, 3, 1) > 0.3;
  print = mix(print, NAVY, line ? 0.6 : 0);
  const frame = Math.max(Math.abs(x) - HALF[0] + 0.045, Math.abs(y - 0.92) - 0.435);
  return mix(print, CREAM, y > 0.46 ? inked(Math.abs(frame) - 0.0045) : 0);
};

const sideAt = (y: number, z: number): Vec => {
  const line = Math.floor(y / 0.05);
  const isType =
    line >= 14 && line < 21 && Math.abs(z) < 0.16 && noise(z * 40 + line * 9, line * 3.7, 2) > 0.35;
  const type = isType ? 0.7 * inked(Math.abs(y / 0.05 - line - 0.5) - 0.2) : 0;
  return y < 0.46 ? CREAM : mix(NAVY, CREAM, type);
};

const materialAt = ([x, y, z]: Vec): Material => {
  const card = { gloss: 0, roughness: 1 };
  if (z > HALF[2] - 0.02 && Math.abs(x) < HALF[0] - 0.004) return { albedo: frontAt(x, y), ...card };
  if (y > HALF[1] * 2 - 0.004) {
    // The lid: the flap ends short of the front, and its cut edge shows the gray of the card.
    const gap = Math.abs(z - HALF[2] + 0.03) < 0.004 ? 0.8 : 0;
    return { albedo: mix(NAVY, [0.3, 0.28, 0.25], gap), ...card };
  }
  return { albedo: sideAt(y, z), ...card };
};

/** A printed carton that shows its front, and a little of its lid and its side. */
export const carton: Product = {
  distance,
  materialAt,
  center: [0, HALF[1], 0],
  reach: 0.95,
  stride: 0.95,
  camera: {
    eye: [1.5, 2.0, 6.6],
    aim: [1.5, 2.0, 0],
    focal: 6.1,
    shift: [-1.4, -1.22],
    nearer: 0.26,
    aperture: 0.03,
  },
  lights: [
    softbox([-2.9, 2.2, 2.6], [0, 0.6, 0], 0.8, 1.4, [11.4, 11.2, 10.7]),
    softbox([3.2, 2.0, 2.2], [0, 0.6, 0], 0.55, 1.2, [2.6, 2.7, 2.9]),
    softbox([0.4, 4.6, -0.8], [0, 0.3, -0.4], 1.6, 0.9, [3.0, 3.0, 3.0]),
  ],
  heightToWidth: 1,
};
