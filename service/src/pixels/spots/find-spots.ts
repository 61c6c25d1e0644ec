import { type Box, lumaAt, type Pixels } from '../pixels.ts';
import { boxAround, connectedAreas } from '../regions/connected-areas.ts';
import { differenceMap } from '../regions/difference-map.ts';
import { type Speck, speckGroups } from './speck-groups.ts';
import { CLEAR_MARK, markSpecks } from './speck-marks.ts';
import { surroundingsOf } from './surroundings.ts';

type Search = { size: number; contrast: number; evenness: number; area: 'backdrop' | 'everywhere' };

/** A spot with all of its pixels, the faint ones included: it is removed as a whole or not at all. */
export type Spot = { box: Box; places: Int32Array };

/** A spot with its faint rim may be larger than the spot alone by this factor, plus RIM_PIXELS. */
const WITH_RIM = 1.5;
const RIM_PIXELS = 3;
/** An area larger than this many times the spot size is not examined. */
const LARGEST_TIMES = 3;
/** The surroundings of a spot: a ring that begins GAP pixels beside it and is as wide as WIDE times its size. */
const GAP = 2;
const LEAST_WIDE = 3;
const WIDE = 0.6;
/**
 * The largest fraction of outliers in the surroundings. A second spot there stays below this limit; the edge of the
 * object does not.
 */
const MOST_OUTLIERS = 0.1;
/** The least contrast of a spot, as a multiple of the spread of its surroundings. */
const ABOVE_SPREAD = 3;

/** Finds small spots that lie alone in even surroundings. */
export const findSpots = (pixels: Pixels, search: Search): Spot[] => {
  const largest = Math.ceil(WITH_RIM * search.size) + RIM_PIXELS;
  const { specks, candidates } = specksIn(pixels, search, largest);
  const isObject = search.area === 'backdrop' ? objectIn(pixels, search.size) : () => false;
  const groups = speckGroups(specks, largest);
  return candidates.filter(
    (spot) => !spot.places.some(isObject) && standsOutAlone(pixels, spot, search) && !groups.has(spot),
  );
};

const specksIn = (pixels: Pixels, { size, contrast }: Search, largest: number) => {
  const { width } = pixels;
  const marks = markSpecks(pixels, { side: largest, contrast });
  const specks: Speck[] = [];
  const candidates: (Speck & Spot)[] = [];
  for (const isDark of [true, false]) {
    const marked = isDark ? marks.dark : marks.light;
    for (const places of connectedAreas(marked, width)) {
      const box = boxAround(places, width);
      const side = Math.max(box.width, box.height);
      if (side > LARGEST_TIMES * size || !places.some((at) => marked[at] === CLEAR_MARK)) continue;
      const speck = { box, size: places.length, colour: meanColour(pixels, places), isDark };
      if (side > largest) specks.push(speck);
      else {
        // Copied, because a view of the shared array would keep the whole array in memory, 48 MB for 12 megapixels.
        const candidate = { ...speck, places: places.slice() };
        specks.push(candidate);
        candidates.push(candidate);
      }
    }
  }
  return { specks, candidates };
};

const standsOutAlone = (
  { width, height, channels, data }: Pixels,
  { box, places, isDark }: Speck & Spot,
  { size, contrast, evenness }: Search,
): boolean => {
  const wide = Math.max(LEAST_WIDE, Math.round(WIDE * Math.max(box.width, box.height)));
  const around = surroundingsOf({ width, height, channels, data }, box, { gap: GAP, wide, contrast });
  if (around.outlierShare > MOST_OUTLIERS || around.spread > evenness) return false;
  const apart = Array.from(places, (at) => (lumaAt(data, at * channels) - around.median) * (isDark ? -1 : 1));
  const most = Math.max(...apart);
  if (most < Math.max(contrast, ABOVE_SPREAD * around.spread)) return false;
  const seen = places.filter((_, index) => apart[index]! >= most / 2);
  const columns = seen.map((at) => at % width);
  const rows = seen.map((at) => Math.floor(at / width));
  const across = Math.max(...columns) - Math.min(...columns) + 1;
  const along = Math.max(...rows) - Math.min(...rows) + 1;
  return Math.max(across, along) <= size;
};

/** A test whether a pixel belongs to the object, whose specks are part of the product. */
const objectIn = (pixels: Pixels, size: number): ((at: number) => boolean) => {
  const { width } = pixels;
  const map = differenceMap(pixels);
  const isObject = new Uint8Array(map.differs.length);
  for (const places of connectedAreas(map.differs, map.width)) {
    const box = boxAround(places, map.width);
    if (Math.max(box.width, box.height) * map.factor > 3 * size)
      for (const place of places) isObject[place] = 1;
  }
  return (at) => {
    const x = at % width;
    const y = (at - x) / width;
    return isObject[Math.floor(y / map.factor) * map.width + Math.floor(x / map.factor)] === 1;
  };
};

const meanColour = ({ channels, data }: Pixels, places: Int32Array): number[] => {
  const sums = [0, 0, 0];
  for (const place of places) for (let i = 0; i < 3; i += 1) sums[i]! += data[place * channels + i]!;
  return sums.map((sum) => sum / places.length);
};
