import { lettering } from '../studio/lettering.ts';
import type { Material, Product } from '../studio/product.ts';
import { noise } from '../studio/random.ts';
import { softbox } from '../studio/softboxes.ts';
import { length2, mix, ramp, smoothMin, softCorner, type Vec } from '../studio/vectors.ts';

const RADIUS = 0.42;
const SHOULDER = 1.14;
const COLLAR = 1.42;
const LABEL = { foot: 0.2, head: 0.9 };

/** A cylinder between two heights, with a rounded edge. */
const round = (r: number, y: number, radius: number, foot: number, head: number, soft: number): number =>
  softCorner(r - radius, Math.abs(y - (foot + head) / 2) - (head - foot) / 2, soft);

const glassAt = (r: number, y: number): number => {
  const body = round(r, y, RADIUS, 0.012, SHOULDER, 0.06);
  const shoulder = length2(r * 1, (y - (SHOULDER - 0.1)) * 1.45) - RADIUS + 0.012;
  return smoothMin(smoothMin(body, shoulder, 0.06), round(r, y, 0.17, 1, 1.36, 0.02), 0.09);
};

/** The pump: a ribbed collar, a stem, and a head whose spout points to the right and a little down. */
const pumpAt = (x: number, y: number, z: number, r: number): number => {
  const rib = 0.004 * Math.cos(Math.atan2(z, x) * 44) * ramp(COLLAR + 0.06, COLLAR, y);
  const collar = round(r, y, 0.2 + rib, COLLAR - 0.12, COLLAR + 0.03, 0.018);
  const dome = round(r, y, 0.125, COLLAR, COLLAR + 0.075, 0.03);
  const stem = round(r, y, 0.045, COLLAR, 1.78, 0.01);
  const head = round(r, y, 0.115, 1.7, 1.81, 0.04);
  const t = Math.max(0, Math.min(1, (x - 0.02) / 0.44));
  const bend = 1.762 - 0.05 * t * t;
  const spout = length2(length2((y - bend) * 1.1, z * 0.9), Math.max(x - 0.46, 0)) - (0.047 - 0.015 * t);
  const tip = length2(length2(x - 0.452, z), Math.max(1.65 - y, y - 1.71, 0)) - 0.026;
  return Math.min(collar, dome, stem, smoothMin(smoothMin(head, Math.max(spout, -x), 0.05), tip, 0.03));
};

const distance = (x: number, y: number, z: number): number => {
  const r = length2(x, z);
  if (y < 1.2) return glassAt(r, y) - (isLabel(y) && r > RADIUS - 0.02 ? 0.0015 : 0);
  return Math.min(glassAt(r, y), pumpAt(x, y, z, r));
};

const isLabel = (y: number): boolean => y > LABEL.foot && y < LABEL.head;

const NAME = lettering('NORD', 0.34);
const KIND = lettering('SOAP', 0.5);

/** The print: a frame, two words, and lines of small type below. */
const printAt = (along: number, y: number): number => {
  const ink = (distance: number, half: number) => 1 - ramp(half - 0.003, half + 0.003, distance);
  const middle = (LABEL.foot + LABEL.head) / 2;
  const name = ink(NAME(along / 0.13, (y - middle - 0.16) / 0.13) * 0.13, 0.0105);
  const kind = ink(KIND(along / 0.05, (y - middle - 0.03) / 0.05) * 0.05, 0.0055);
  const rule = ink(Math.max(Math.abs(y - middle + 0.06), Math.abs(along) - 0.05), 0.004);
  const line = Math.floor((y - middle + 0.27) / 0.034);
  const height = (y - middle + 0.27) / 0.034 - line;
  const isWord = noise(along * 80 + line * 31, line * 7.3, 4) > 0.34;
  const small =
    line >= 0 && line < 4 && Math.abs(along) < 0.17 - (line === 0 ? 0.06 : 0) && isWord
      ? 0.62 * ramp(0.34, 0.22, Math.abs(height - 0.45))
      : 0;
  return Math.max(name, kind, rule, small);
};

const GLASS: Vec = [0.05, 0.014, 0.004];
const PUMP: Material = { albedo: [0.016, 0.016, 0.017], gloss: 0.9, roughness: 0.16 };

const materialAt = ([x, y, z]: Vec): Material => {
  const r = length2(x, z);
  if (y > 1.2 && pumpAt(x, y, z, r) < glassAt(r, y)) return PUMP;
  if (isLabel(y)) {
    const paper: Vec = mix([0.38, 0.27, 0.16], [0.43, 0.31, 0.19], noise(x * 40, y * 40, z * 40));
    const along = Math.atan2(x, z) * RADIUS - 0.03;
    return { albedo: mix(paper, [0.045, 0.04, 0.036], printAt(along, y)), gloss: 0, roughness: 1 };
  }
  // Brown glass lets some light through where it is thin: above the soap, and at the foot.
  const lit = Math.max(0.5 * ramp(1.0, 1.2, y), 0.5 * ramp(0.09, 0.02, y));
  return { albedo: mix(GLASS, [0.2, 0.062, 0.014], lit), gloss: 0.6, roughness: 0.012 };
};

/** A brown soap bottle with a black pump and a paper label. */
export const bottle: Product = {
  distance,
  materialAt,
  center: [0.03, 0.9, 0],
  reach: 1.08,
  stride: 0.8,
  camera: {
    eye: [0.35, 1.7, 7.4],
    aim: [0.06, 0.88, 0],
    focal: 7.3,
    shift: [0, 0],
    nearer: 0.4,
    aperture: 0.03,
  },
  lights: [
    softbox([-2.7, 2.1, 1.7], [0, 0.9, 0], 0.62, 1.4, [14.4, 14.1, 13.5]),
    softbox([2.9, 1.9, 1.2], [0, 0.9, 0], 0.4, 1.25, [3.4, 3.5, 3.65]),
    softbox([0.2, 4.6, -1.0], [0, 0.3, -0.4], 1.6, 0.9, [3.4, 3.4, 3.4]),
  ],
  heightToWidth: 4 / 3,
};
