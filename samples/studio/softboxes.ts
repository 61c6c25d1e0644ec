import { add, cross, dot, unit, type Vec } from './vectors.ts';

export type Softbox = { center: Vec; u: Vec; v: Vec; normal: Vec; light: Vec; area: number };

/** A lamp behind cloth; width and height are half of its size. */
export const softbox = (center: Vec, aim: Vec, width: number, height: number, light: Vec): Softbox => {
  const normal = unit(add(aim, center, -1));
  const u = unit(cross([0, 1, 0], normal));
  const v = cross(normal, u);
  return {
    center,
    u: [u[0] * width, u[1] * width, u[2] * width],
    v: [v[0] * height, v[1] * height, v[2] * height],
    normal,
    light,
    area: 4 * width * height,
  };
};

/** The default lights: a strong one from the left, a weaker one from the right, and one from above. */
export const USUAL_LIGHTS: readonly Softbox[] = [
  softbox([-2.9, 1.95, 2.1], [0, 0.6, 0], 0.62, 1.75, [11.8, 11.4, 10.8]),
  softbox([3.4, 1.9, 1.6], [0, 0.6, 0], 0.55, 1.3, [2.6, 2.75, 3.0]),
  softbox([0.4, 4.6, -1.2], [0, 0.3, -0.4], 1.6, 0.9, [2.8, 2.8, 2.8]),
];

export const AMBIENT_LIGHT: Vec = [0.1, 0.104, 0.11];

/** The light of the lamp that a ray hits at a distance below `far`; undefined when it hits none. */
export const hitLight = (
  lights: readonly Softbox[],
  origin: Vec,
  direction: Vec,
  far: number,
): Vec | undefined => {
  for (const { center, u, v, normal, light } of lights) {
    const facing = dot(direction, normal);
    if (facing >= 0) continue;
    const t = dot(add(center, origin, -1), normal) / facing;
    if (t <= 0.001 || t >= far) continue;
    const local = add(add(origin, direction, t), center, -1);
    const [a, b] = [dot(local, u) / dot(u, u), dot(local, v) / dot(v, v)];
    if (Math.abs(a) >= 1 || Math.abs(b) >= 1) continue;
    // The cloth in front of a lamp is brighter in the middle.
    const glow = 1.12 - 0.3 * (a * a + b * b);
    return [light[0] * glow, light[1] * glow, light[2] * glow];
  }
  return undefined;
};
