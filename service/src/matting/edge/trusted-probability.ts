import { distanceTo } from '../../pixels/regions/distance-to.ts';
import { maskOf } from '../../pixels/regions/mask-of.ts';
import { neighbourAt } from '../../pixels/regions/neighbour-at.ts';

// Up to this width, in working pixels, what colours take from a sure object is a bite and no gap.
const WIDEST_BITE = 3;
const SURE_OBJECT = 0.9;
// What the model says within this many working pixels of a gap that it does not see is not worth much.
const REACH = 12;
const UNDECIDED = 0.5;

/** The model's opinion, except around gaps that were opened against it: there it does not know the outline. */
export const trustedProbability = (
  probability: Float32Array,
  outside: Uint8Array,
  width: number,
  height: number,
): Float32Array => {
  const ways = [1, -1, width, -width];
  const overruled = maskOf(
    probability.length,
    (i) =>
      probability[i]! > SURE_OBJECT &&
      outside[i] === 1 &&
      ways.every((way) => outside[neighbourAt(i, way, WIDEST_BITE, width)] === 1),
  );
  const trusted = distanceTo(overruled, 1, width, height, REACH);
  for (let i = 0; i < trusted.length; i++)
    trusted[i] = trusted[i]! < REACH ? Math.min(probability[i]!, UNDECIDED) : probability[i]!;
  return trusted;
};
