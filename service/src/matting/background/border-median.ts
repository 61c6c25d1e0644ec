import { medianOf } from '../../pixels/numeric/median-of.ts';
import { ringOf } from '../../pixels/regions/ring-of.ts';

const RING_SHARE = 0.03;

/** The median of a plane along the border of the image: the level of the background, which covers most of the border. */
export const borderMedian = (plane: Float32Array, width: number, height: number): number => {
  const deep = Math.max(2, Math.round(Math.min(width, height) * RING_SHARE));
  const ring = ringOf(width, height, deep);
  const values = new Float32Array(ring.length);
  ring.forEach((place, i) => {
    values[i] = plane[place]!;
  });
  return medianOf(values);
};
