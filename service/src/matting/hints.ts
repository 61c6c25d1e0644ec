import type { Plane } from '../pixels/pixels.ts';
import { NOT_FINE } from './fine-structure.ts';
import type { WorkImage } from './work-image.ts';

/**
 * The caller's hint for each pixel: `KEEP`, `DROP`, or `UNMARKED` for no hint. The plane has the size of the working
 * image.
 */
export type Hints = Plane<Int8Array>;
export const KEEP = 1;
export const DROP = -1;
export const UNMARKED = 0;

/**
 * A mark: a rectangle, or a stroke through points that is `size` thick. Positions and sizes are fractions of the
 * image, 0 to 1.
 */
export type Mark =
  | { x: number; y: number; width: number; height: number }
  | { points: [x: number, y: number][]; size?: number };

/** The thickness of a stroke without `size`, as a fraction of the longer side. */
const STROKE_SIZE = 0.015;
/** A mask pixel with at least the level KEEP_FROM means keep, and one with at most DROP_TO means drop. */
const KEEP_FROM = 192;
const DROP_TO = 63;
/** Pixels that are connected to a mark and differ from its colour by at most this may belong to the same thing. */
const SAME_THING = 36;
/** The largest distance from the mark at which such pixels are searched, as a fraction of the longer side. */
const REACH = 0.15;
/** Pixels that differ from the mark's colour by at most this belong to the same thing with LIKELY_PROBABILITY. */
const SAME_COLOUR = 8;
const LIKELY_PROBABILITY = 0.9;
/**
 * The probability of connected pixels whose colour is only similar: undecided, but slightly on the side that the
 * region chose. Otherwise the cut would start with their colours among those of the mark's side.
 */
const UNDECIDED_PROBABILITY = 0.49;

export const noHints = ({ width, height }: WorkImage): Hints => ({
  width,
  height,
  data: new Int8Array(width * height),
});

/** Adds a mask of the working size: white keeps, black drops, grey decides nothing. `opacity` hides parts of the mask. */
export const addMask = ({ data }: Hints, grey: Uint8Array, opacity: Uint8Array): void => {
  for (let i = 0; i < data.length; i++)
    if (opacity[i]! >= 128 && (grey[i]! >= KEEP_FROM || grey[i]! <= DROP_TO))
      data[i] = grey[i]! >= KEEP_FROM ? KEEP : DROP;
};

/** Adds marks. Where marks overlap, the last one counts. */
export const addMarks = (hints: Hints, marks: readonly Mark[], side: typeof KEEP | typeof DROP): void => {
  for (const mark of marks) {
    if ('points' in mark) addStroke(hints, mark, side);
    else addBox(hints, mark, side);
  }
};

const addBox = (
  { width, height, data }: Hints,
  box: { x: number; y: number; width: number; height: number },
  side: number,
): void => {
  const right = Math.min(width, Math.round((box.x + box.width) * width));
  const bottom = Math.min(height, Math.round((box.y + box.height) * height));
  for (let y = Math.round(box.y * height); y < bottom; y++)
    data.fill(side, y * width + Math.min(right, Math.round(box.x * width)), y * width + right);
};

const addStroke = (
  { width, height, data }: Hints,
  { points, size = STROKE_SIZE }: { points: [number, number][]; size?: number },
  side: number,
): void => {
  const radius = Math.max(0.5, (size * Math.max(width, height)) / 2);
  const corners = points.map(([x, y]) => [x * width - 0.5, y * height - 0.5] as const);
  corners.forEach(([x1, y1], n) => {
    const [x0, y0] = corners[Math.max(0, n - 1)]!;
    const length = (x1 - x0) ** 2 + (y1 - y0) ** 2;
    const [top, bottom] = [Math.min(y0, y1) - radius, Math.max(y0, y1) + radius];
    const [left, right] = [Math.min(x0, x1) - radius, Math.max(x0, x1) + radius];
    for (let y = Math.max(0, Math.ceil(top)); y <= Math.min(height - 1, bottom); y++)
      for (let x = Math.max(0, Math.ceil(left)); x <= Math.min(width - 1, right); x++) {
        const along = length === 0 ? 0 : ((x - x0) * (x1 - x0) + (y - y0) * (y1 - y0)) / length;
        const t = Math.min(1, Math.max(0, along));
        if (Math.hypot(x - x0 - t * (x1 - x0), y - y0 - t * (y1 - y0)) <= radius) data[y * width + x] = side;
      }
  });
};

/**
 * Adds the hints to the probability that each pixel belongs to the object. Marked pixels become certain, so the cut
 * never changes them. Where a mark contradicts the region, connected pixels of the same colour become likely as well,
 * and connected pixels of a similar colour are left for the cut to decide.
 */
export const withHints = (probability: Float32Array, hints: Hints, work: WorkImage): Float32Array => {
  const hinted = probability.slice();
  const isOtherSide = (i: number, hint: number) => probability[i]! > 0.5 !== (hint === KEEP);
  const { red, green, blue } = work;
  const { width, height } = hints;
  const origin = new Int32Array(probability.length).fill(-1);
  const queue: number[] = [];
  const reach = REACH * Math.max(width, height);
  hints.data.forEach((hint, i) => {
    if (hint === UNMARKED) return;
    hinted[i] = hint === KEEP ? 1 : 0;
    if (!isOtherSide(i, hint)) return;
    origin[i] = i;
    queue.push(i);
  });
  for (let at = 0; at < queue.length; at++) {
    const i = queue[at]!;
    const from = origin[i]!;
    const hint = hints.data[from]!;
    const x = i % width;
    for (const j of [
      x > 0 ? i - 1 : i,
      x < width - 1 ? i + 1 : i,
      i >= width ? i - width : i,
      i < width * (height - 1) ? i + width : i,
    ]) {
      if (origin[j]! >= 0 || hints.data[j] !== UNMARKED || !isOtherSide(j, hint)) continue;
      if (Math.hypot((j % width) - (from % width), (j - from) / width) > reach) continue;
      const off = Math.hypot(red[j]! - red[from]!, green[j]! - green[from]!, blue[j]! - blue[from]!);
      if (off > SAME_THING) continue;
      origin[j] = from;
      const belongs = off <= SAME_COLOUR ? LIKELY_PROBABILITY : UNDECIDED_PROBABILITY;
      hinted[j] = hint === KEEP ? belongs : 1 - belongs;
      queue.push(j);
    }
  }
  return hinted;
};

/** Removes the fine structure at pixels whose hint is `DROP`. */
export const dropFine = (fine: Float32Array, { data }: Hints): void => {
  for (let i = 0; i < fine.length; i++) if (data[i] === DROP) fine[i] = NOT_FINE;
};
