import { type ColourMixture, fitMixture, logDensity } from '../pixels/numeric/colour-mixture.ts';
import { minimumCut } from '../pixels/numeric/max-flow.ts';
import type { WorkImage } from './work-image.ts';

/**
 * Above this probability, and below 1 minus this, the region decides alone: colours can neither open holes in its
 * sure part nor extend the object into the sure background.
 */
export const SURE_PROBABILITY = 0.95;
/** The cost of an outline, for each pixel of its length, where there is no contrast (as in GrabCut). */
const OUTLINE_COST = 50;
const ROUNDS = 4;
/** The colours of each side are a mixture of this many normal distributions (as in GrabCut), fitted to this many pixels. */
const COMPONENTS = 5;
const SAMPLES = 12_000;
/** The factor from costs to capacities, which are whole numbers. */
const CAPACITY_SCALE = 100;
/** A round that moves a smaller fraction of the undecided pixels is the last one. */
const LEAST_MOVED_SHARE = 0.002;

/** The object at working size. */
export type Segmentation = {
  /** 1 for the object, 0 for the background. */
  inside: Uint8Array;
  /** The fraction of undecided pixels whose colour alone suggests the side that the cut put them on. */
  colourAgreement: number;
};

/**
 * Decides for each pixel whether it belongs to the object: GrabCut (Rother, Kolmogorov and Blake, 2004), starting
 * from the region. Each round fits the colour mixtures of both sides and then finds a minimum cut.
 */
export const segment = (work: WorkImage, probability: Float32Array): Segmentation => {
  const inside = new Uint8Array(probability.length);
  const undecided: number[] = [];
  for (let i = 0; i < inside.length; i++) {
    const p = probability[i]!;
    inside[i] = p > 0.5 ? 1 : 0;
    if (p <= SURE_PROBABILITY && p >= 1 - SURE_PROBABILITY) undecided.push(i);
  }
  const graph = graphOf(work, inside, undecided);
  let colourAgreement = 1;
  for (let round = 0; round < ROUNDS; round++) {
    const front = mixtureOf(work, inside, 1);
    const behind = mixtureOf(work, inside, 0);
    if (undecided.length === 0 || !front || !behind) break;
    const terminals = new Int32Array(undecided.length);
    const evidence = new Float32Array(undecided.length);
    undecided.forEach((i, n) => {
      const [r, g, b] = [work.red[i]!, work.green[i]!, work.blue[i]!];
      evidence[n] = logDensity(front, r, g, b) - logDensity(behind, r, g, b);
      terminals[n] = Math.round(CAPACITY_SCALE * (evidence[n]! + graph.bias[n]!));
    });
    const cut = minimumCut({ neighbours: graph.neighbours, arcs: graph.arcs.slice(), terminals });
    let moved = 0;
    let withItsColour = 0;
    undecided.forEach((i, n) => {
      if (inside[i] !== cut[n]) moved++;
      if (evidence[n]! > 0 === (cut[n] === 1)) withItsColour++;
      inside[i] = cut[n]!;
    });
    colourAgreement = withItsColour / undecided.length;
    if (moved < LEAST_MOVED_SHARE * undecided.length) break;
  }
  return { inside, colourAgreement };
};

/** The graph of the undecided pixels. Links to decided neighbours become a bias towards their side. */
const graphOf = (work: WorkImage, inside: Uint8Array, undecided: number[]) => {
  const { width, height } = work;
  const nodes = new Int32Array(inside.length).fill(-1);
  undecided.forEach((i, n) => {
    nodes[i] = n;
  });
  const neighbours = new Int32Array(undecided.length * 8).fill(-1);
  const arcs = new Int32Array(undecided.length * 8);
  const bias = new Float64Array(undecided.length);
  const fall = 1 / Math.max(1e-3, 2 * meanContrast(work));
  undecided.forEach((i, n) => {
    const x = i % width;
    const y = (i - x) / width;
    STEPS.forEach(([dx, dy], direction) => {
      if (x + dx < 0 || x + dx >= width || y + dy < 0 || y + dy >= height) return;
      const j = i + dy * width + dx;
      const cost = (OUTLINE_COST * Math.exp(-fall * contrastAt(work, i, j))) / Math.hypot(dx, dy);
      if (nodes[j]! < 0) bias[n]! += inside[j] === 1 ? cost : -cost;
      else {
        neighbours[n * 8 + direction] = nodes[j]!;
        arcs[n * 8 + direction] = Math.round(CAPACITY_SCALE * cost);
      }
    });
  });
  return { neighbours, arcs, bias };
};

/** The eight neighbours, such that step `7 - d` is the opposite of step `d`. */
const STEPS = [
  [-1, -1],
  [0, -1],
  [1, -1],
  [-1, 0],
  [1, 0],
  [-1, 1],
  [0, 1],
  [1, 1],
] as const;

/** The squared difference of two pixels. */
const contrastAt = ({ red, green, blue }: WorkImage, i: number, j: number): number =>
  (red[i]! - red[j]!) ** 2 + (green[i]! - green[j]!) ** 2 + (blue[i]! - blue[j]!) ** 2;

const meanContrast = (work: WorkImage): number => {
  const { width, height } = work;
  let sum = 0;
  for (let y = 0; y < height - 1; y++)
    for (let x = 0, i = y * width; x < width - 1; x++, i++)
      sum += contrastAt(work, i, i + 1) + contrastAt(work, i, i + width);
  return sum / Math.max(1, 2 * (width - 1) * (height - 1));
};

const mixtureOf = (
  { red, green, blue }: WorkImage,
  inside: Uint8Array,
  side: number,
): ColourMixture | undefined => {
  let count = 0;
  for (let i = 0; i < inside.length; i++) if (inside[i] === side) count++;
  if (count === 0) return undefined;
  const colours = new Float32Array(3 * Math.min(count, SAMPLES));
  // Takes at most SAMPLES pixels of this side, spread evenly.
  let seen = 0;
  let taken = 0;
  for (let i = 0; i < inside.length; i++) {
    if (inside[i] !== side) continue;
    if ((seen++ * colours.length) / 3 < taken * count) continue;
    colours[taken * 3] = red[i]!;
    colours[taken * 3 + 1] = green[i]!;
    colours[taken * 3 + 2] = blue[i]!;
    taken++;
  }
  return fitMixture(colours.subarray(0, taken * 3), COMPONENTS);
};
