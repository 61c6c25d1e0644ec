import type { Vec } from './vectors.ts';

// The sweep: a floor, a curve of this radius, and a wall behind.
const BEND = 2.2;
const WALL_Z = -4.2;

/** The distance at which a ray meets the paper, and the normal there. */
export const hitPaper = (origin: Vec, direction: Vec): { t: number; normal: Vec } => {
  let best = { t: Number.POSITIVE_INFINITY, normal: [0, 1, 0] as Vec };
  if (direction[1] < 0) {
    const t = -origin[1] / direction[1];
    if (t > 0.001 && origin[2] + direction[2] * t > WALL_Z + BEND) best = { t, normal: [0, 1, 0] };
  }
  if (direction[2] < 0) {
    const t = (WALL_Z - origin[2]) / direction[2];
    if (t > 0.001 && t < best.t && origin[1] + direction[1] * t > BEND) best = { t, normal: [0, 0, 1] };
  }
  const [oy, oz] = [origin[1] - BEND, origin[2] - (WALL_Z + BEND)];
  const a = direction[1] ** 2 + direction[2] ** 2;
  const b = oy * direction[1] + oz * direction[2];
  const root = b * b - a * (oy * oy + oz * oz - BEND * BEND);
  if (root > 0) {
    const t = (-b + Math.sqrt(root)) / a;
    const [y, z] = [oy + direction[1] * t, oz + direction[2] * t];
    if (t > 0.001 && t < best.t && y <= 0 && z <= 0) best = { t, normal: [0, -y / BEND, -z / BEND] };
  }
  return best;
};
