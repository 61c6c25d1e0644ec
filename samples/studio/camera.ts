import type { Camera } from './product.ts';
import type { Random } from './random.ts';
import { add, cross, dot, unit, type Vec } from './vectors.ts';

/** Returns a camera ray through a point of the image; x runs from -1 to 1 across its width. */
export const cameraRay = (
  { eye, aim, focal, shift, nearer, aperture }: Camera,
  x: number,
  y: number,
  random: Random,
): [origin: Vec, direction: Vec] => {
  const forward = unit(add(aim, eye, -1));
  const right = unit(cross(forward, [0, 1, 0]));
  const up = cross(right, forward);
  const direction = unit(
    add(
      add([forward[0] * focal, forward[1] * focal, forward[2] * focal], right, x + shift[0]),
      up,
      y + shift[1],
    ),
  );
  const focus = add(eye, direction, (Math.hypot(...add(aim, eye, -1)) - nearer) / dot(direction, forward));
  const [radius, radians] = [aperture * Math.sqrt(random()), 2 * Math.PI * random()];
  const origin = add(add(eye, right, radius * Math.cos(radians)), up, radius * Math.sin(radians));
  return [origin, unit(add(focus, origin, -1))];
};
