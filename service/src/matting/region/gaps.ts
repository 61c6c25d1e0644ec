import type { LabPlanes } from '../../pixels/colour/lab-planes.ts';
import { meanOf } from '../../pixels/numeric/mean-of.ts';
import { medianOf } from '../../pixels/numeric/median-of.ts';
import { connectedAreas } from '../../pixels/regions/connected-areas.ts';
import { neighbourAt } from '../../pixels/regions/neighbour-at.ts';
import type { Survey } from '../background/survey.ts';
import { unevennessAllowed, unevennessAround } from '../background/unevenness.ts';

// An area is background when its mean is this close to the expected background, in Lab.
const SAME_MEAN = 1.3;
const SAME_PIXEL = 3.5;
const LIGHT_SHADOW = 6;
const MIN_SHARE = 0.00004;
const MIN_PIXELS = 12;
// A gap that covers more of the object than this is wide: no label is as large.
const WIDE_SHARE = 0.25;

// Islands are enclosed spots of another colour. The print on a label makes many, a view through a handle hardly any.
const MAX_ISLANDS = 3;
const MIN_ISLAND = 8;
const PRINT_CONTRAST = 14;

// How many pixels beside a gap its rim is searched: the width of a soft outline.
const RIM = 8;

/** An area within the object that looks like the background. */
export type Gap = {
  members: Int32Array;
  /** The distance of its mean from the expected background, in Lab. */
  off: number;
  /** The number of clearly different spots that it encloses. */
  islands: number;
  /** The mean gradient, in Lab per pixel. A view through the object has the grain of the background, a surface has more. */
  meanSlope: number;
  /** The standard deviation around its own mean, in L. */
  uneven: number;
  /** Even enough for a view through the object. A label is not, because it has the shading of the object. */
  even: boolean;
  /** The median contrast of its rim, in Lab: the object around a gap stands out there. */
  rim: number;
};

/**
 * Finds areas that the flood fill could not reach but that look exactly like the expected background: inside a handle or
 * a ring, between the legs of a chair.
 */
export const findGaps = (
  survey: Survey,
  expected: LabPlanes,
  distance: Float32Array,
  outside: Uint8Array,
): Gap[] => {
  const { lab, slope, steepest, gates, grain } = survey;
  const marks = new Uint8Array(outside.length);
  const near = SAME_PIXEL + 2 * grain;
  const nearInShadow = LIGHT_SHADOW + near;
  for (let i = 0; i < marks.length; i++)
    if (outside[i] === 0 && steepest[i]! <= gates.slope) {
      if (distance[i]! < near) marks[i] = 1;
      else if (
        distance[i]! < nearInShadow &&
        Math.abs(lab.l[i]! - expected.l[i]!) > 0.9 * distance[i]! &&
        lab.l[i]! < expected.l[i]!
      )
        marks[i] = 1;
    }
  const minSize = Math.max(MIN_PIXELS, marks.length * MIN_SHARE);
  const areas = [...connectedAreas(marks, lab.width)];
  const islands = islandsIn(areas, marks, outside, distance, lab.width);
  const candidates = areas
    .map((members, n) => ({ members, islands: islands[n]! }))
    .filter((area) => area.members.length >= minSize && area.islands <= MAX_ISLANDS);
  if (candidates.length === 0) return [];
  const around = unevennessAround(survey, outside);
  let kept = 0;
  for (const value of outside) if (value === 0) kept++;
  return candidates
    .map((area) => {
      const lighter = area.members.length > WIDE_SHARE * kept ? around : 0;
      return { ...area, off: meanDistance(area.members, lab, expected, lighter) };
    })
    .filter(({ off }) => off <= SAME_MEAN)
    .map((area) => {
      const uneven = unevenness(area.members, lab, expected);
      const allowed = unevennessAllowed(around, meanOf(expected.l, area.members));
      return {
        ...area,
        meanSlope: meanOf(slope, area.members),
        uneven,
        // A label that is connected to a gap makes the area uneven. Then its inner half must be even beyond doubt.
        even: uneven < allowed || innerUnevenness(area.members, lab, expected) < 0.5 * allowed,
        rim: rimOf(area.members, marks, distance, lab.width),
      };
    });
};

/** The pixels of all gaps, from which the flood fill goes on. */
export const seedsIn = (gaps: Gap[]): Int32Array =>
  Int32Array.from(gaps.flatMap(({ members }) => [...members]));

/**
 * The distance of the mean from the expected background. Darker counts only a quarter, up to a light shadow. Lighter does
 * not count up to `mostLighter`: the expectation comes from the shadow around the object, which may not continue inside.
 */
const meanDistance = (area: Int32Array, lab: LabPlanes, expected: LabPlanes, mostLighter: number): number => {
  let dl = 0;
  let da = 0;
  let db = 0;
  for (const i of area) {
    dl += lab.l[i]! - expected.l[i]!;
    da += lab.a[i]! - expected.a[i]!;
    db += lab.b[i]! - expected.b[i]!;
  }
  const lighter = Math.min(mostLighter, Math.max(0, dl / area.length));
  const darker = Math.min(LIGHT_SHADOW, Math.max(0, -dl / area.length));
  return Math.hypot(dl / area.length - lighter + 0.75 * darker, da / area.length, db / area.length);
};

const unevenness = (area: Int32Array, lab: LabPlanes, expected: LabPlanes): number => {
  let sum = 0;
  let squares = 0;
  for (const i of area) {
    const off = lab.l[i]! - expected.l[i]!;
    sum += off;
    squares += off * off;
  }
  const mean = sum / area.length;
  return Math.sqrt(Math.max(0, squares / area.length - mean * mean));
};

/** The standard deviation in L by the inner half of the values (interquartile range). */
const innerUnevenness = (area: Int32Array, lab: LabPlanes, expected: LabPlanes): number => {
  const off = Float32Array.from(area, (i) => lab.l[i]! - expected.l[i]!).sort();
  const quarter = off.length >> 2;
  return (off[off.length - 1 - quarter]! - off[quarter]!) / QUARTILES_APART;
};

// The interquartile range of a normal distribution, in standard deviations.
const QUARTILES_APART = 1.35;

const rimOf = (area: Int32Array, marks: Uint8Array, distance: Float32Array, width: number): number => {
  const seen: number[] = [];
  for (const i of area)
    for (const way of [1, -1, width, -width]) {
      if (marks[neighbourAt(i, way, 1, width)] !== 0) continue;
      let most = 0;
      for (let k = 1; k <= RIM; k++) most = Math.max(most, distance[neighbourAt(i, way, k, width)] ?? 0);
      seen.push(most);
    }
  return medianOf(seen);
};

/** The number of clearly different spots that each area encloses. */
const islandsIn = (
  areas: Int32Array[],
  marks: Uint8Array,
  outside: Uint8Array,
  distance: Float32Array,
  width: number,
): Uint32Array => {
  const owner = new Int32Array(marks.length).fill(-1);
  areas.forEach((area, n) => {
    for (const i of area) owner[i] = n;
  });
  const rest = marks.map((mark) => 1 - mark);
  const islands = new Uint32Array(areas.length);
  for (const spot of connectedAreas(rest, width)) {
    if (spot.length < MIN_ISLAND || spot.some((i) => outside[i] === 1)) continue;
    if (!spot.some((i) => distance[i]! > PRINT_CONTRAST)) continue;
    // The first pixel is the topmost, so the pixel above it belongs to the area around the spot.
    const around = owner[spot[0]! - width] ?? -1;
    if (around >= 0) islands[around]!++;
  }
  return islands;
};
