import { distanceTo } from '../../pixels/regions/distance-to.ts';
import { maskOf } from '../../pixels/regions/mask-of.ts';
import { neighbourAt } from '../../pixels/regions/neighbour-at.ts';

// A gap is wider than this, in working pixels. Colours that take less from a sure object are wrong.
const LEAST_GAP = 3;
const SURE_OBJECT = 0.9;
// The model is not trusted within this many working pixels of a gap that it does not see.
const REACH = 12;
const UNDECIDED = 0.5;

/** The probability of the model, at most 0.5 around gaps that colours opened against it: it does not see their outline. */
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
      ways.every((way) => outside[neighbourAt(i, way, LEAST_GAP, width)] === 1),
  );
  const trusted = distanceTo(overruled, 1, width, height, REACH);
  for (let i = 0; i < trusted.length; i++)
    trusted[i] = trusted[i]! < REACH ? Math.min(probability[i]!, UNDECIDED) : probability[i]!;
  return trusted;
};
