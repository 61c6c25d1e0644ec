import type { Material, Product } from '../studio/product.ts';
import { softbox } from '../studio/softboxes.ts';
import { length2, softCorner } from '../studio/vectors.ts';

const HEIGHT = 1.12;
const WALL = 0.034;
const FLOOR = 0.17;

/** The outer radius, which grows towards the lip. */
const radiusAt = (y: number): number => 0.4 + 0.07 * y;

const distance = (x: number, y: number, z: number): number => {
  const r = length2(x, z);
  const outer = softCorner(r - radiusAt(y), Math.abs(y - HEIGHT / 2 - 0.006) - HEIGHT / 2, 0.03);
  const inner = softCorner(r - radiusAt(y) + WALL, FLOOR - y, 0.05);
  // The lip is as round as the wall is thick.
  const lip = length2(r - radiusAt(HEIGHT) + WALL / 2, y - HEIGHT) - WALL / 2;
  const body = Math.max(outer, -inner, y - HEIGHT);
  return Math.min(body, lip);
};

const GLASS: Material = { albedo: [0, 0, 0], gloss: 1, roughness: 0, absorption: [0.95, 0.34, 0.5] };

/** A drinking glass of pale green glass. */
export const tumbler: Product = {
  distance,
  materialAt: () => GLASS,
  center: [0, 0.57, 0],
  reach: 0.82,
  stride: 0.8,
  camera: {
    eye: [0.2, 1.5, 6.6],
    aim: [0, 0.55, 0],
    focal: 7,
    shift: [0, 0],
    nearer: 0.35,
    aperture: 0.02,
  },
  lights: [
    softbox([-2.7, 2.1, 1.7], [0, 0.6, 0], 0.5, 1.3, [13, 12.8, 12.4]),
    softbox([2.9, 1.9, 1.2], [0, 0.6, 0], 0.35, 1.2, [4.4, 4.5, 4.7]),
    softbox([0.2, 4.6, -1.0], [0, 0.3, -0.4], 1.6, 0.9, [3.6, 3.6, 3.6]),
  ],
  shadowTransmission: 0.72,
  heightToWidth: 1,
};
