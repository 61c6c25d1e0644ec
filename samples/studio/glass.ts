import type { Random } from './random.ts';
import { add, dot, unit, type Vec } from './vectors.ts';

type Surface = { at: Vec; normal: Vec; distance: number };
/** The continuation of a ray; `left` is the fraction of each colour's light that remains. */
type OutgoingRay = { origin: Vec; direction: Vec; left: Vec };

const INDEX = 1.5;
const MAX_REFLECTIONS = 12;
const CLEAR = 0.002;

/** Follows a ray that meets glass: it is reflected, or refracted into the glass until it leaves again. */
export const passGlass = (
  enter: Surface,
  toward: Vec,
  absorption: Vec,
  leave: (from: Vec, along: Vec) => Surface | undefined,
  random: Random,
): OutgoingRay | undefined => {
  const left: Vec = [1, 1, 1];
  const inward = refract(toward, enter.normal, 1 / INDEX);
  if (!inward || random() < reflectedShare(-dot(toward, enter.normal)))
    return {
      origin: add(enter.at, enter.normal, CLEAR),
      direction: mirrored(toward, enter.normal),
      left,
    };
  let origin = add(enter.at, enter.normal, -CLEAR);
  let direction = inward;
  for (let reflections = 0; reflections < MAX_REFLECTIONS; reflections += 1) {
    const exit = leave(origin, direction);
    if (!exit) return undefined;
    for (let i = 0; i < 3; i += 1) left[i]! *= Math.exp(-absorption[i]! * exit.distance);
    const within: Vec = [-exit.normal[0], -exit.normal[1], -exit.normal[2]];
    const outward = refract(direction, within, INDEX);
    if (outward && random() >= reflectedShare(dot(outward, exit.normal)))
      return { origin: add(exit.at, exit.normal, CLEAR), direction: outward, left };
    origin = add(exit.at, exit.normal, -CLEAR);
    direction = mirrored(direction, within);
  }
  return undefined;
};

/** The fraction of the light that is reflected (Schlick), from the cosine of the angle on the air side. */
const reflectedShare = (cosine: number): number => 0.04 + 0.96 * (1 - Math.min(1, Math.max(0, cosine))) ** 5;

const mirrored = (direction: Vec, normal: Vec): Vec =>
  unit(add(direction, normal, -2 * dot(direction, normal)));

/** Refracts by Snell's law; undefined at total internal reflection. */
const refract = (direction: Vec, normal: Vec, ratio: number): Vec | undefined => {
  const cosine = -dot(direction, normal);
  const root = 1 - ratio * ratio * (1 - cosine * cosine);
  if (root < 0) return undefined;
  const scaled: Vec = [direction[0] * ratio, direction[1] * ratio, direction[2] * ratio];
  return unit(add(scaled, normal, ratio * cosine - Math.sqrt(root)));
};
