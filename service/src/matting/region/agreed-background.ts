import type { LabPlanes } from '../../pixels/colour/lab-planes.ts';
import { connectedAreas } from '../../pixels/regions/connected-areas.ts';
import { distanceTo } from '../../pixels/regions/distance-to.ts';
import { maskOf } from '../../pixels/regions/mask-of.ts';
import { neighbourAt } from '../../pixels/regions/neighbour-at.ts';
import type { Survey } from '../background/survey.ts';
import { isFlat, isLighter, LIKELY_OBJECT, lightParts, OUTLINE } from './light-parts.ts';

// Below this probability the model sees no object. It only doubts a highlight: 0.23 on the stem of a bottle.
const NOTHING = 0.1;
const FEWEST_GAPS_OF_HAIR = 15;
// The largest highlight, as a share of the image. A larger area is the gap in a handle.
const HIGHLIGHT_SHARE = 0.001;
const DARKEST = 0.35;
const LIGHTEST = 1.1;
// The flood fill goes on from pixels that are lighter than expected by less than this, in L. A lighter pixel may be an
// outline with a stripe of the object behind it.
const MOST_LIGHTER = 1;

/** Background on which colours and the model agree. */
export type AgreedBackground = {
  members: Int32Array;
  /** The members from which the flood fill may go on: in shadow, or in a flat place. */
  seeds: Int32Array;
  /** Parts that the model missed and highlights that it doubts, with their outlines. The flood fill must not enter. */
  missed: Uint8Array;
};

/**
 * Finds background that the flood fill could not reach: shadows and gaps. Their colour is that of the background in
 * another light, and the model does not see the object there.
 */
export const agreedBackground = (
  outside: Uint8Array,
  survey: Survey,
  expected: LabPlanes,
  probability: Float32Array,
): AgreedBackground => {
  const { lab, model, gates } = survey;
  const { width, height } = lab;
  const marks = maskOf(
    outside.length,
    (i) =>
      outside[i] === 0 &&
      probability[i]! < LIKELY_OBJECT &&
      (isRelit(lab, expected, gates.drift, i) || isRelit(lab, model, gates.drift, i)),
  );
  const highlights = highlightsIn(marks, outside, survey, probability);
  // These are no shadows, because they are lighter than the background.
  const light = maskOf(
    marks.length,
    (i) =>
      marks[i] === 1 && highlights[i] === 0 && isLighter(survey, i) && isLighter(survey, i, expected.l[i]!),
  );
  const parts = lightParts(light, survey, probability);
  const missed = withOutline(
    maskOf(marks.length, (i) => highlights[i] === 1 || parts[i] === 1),
    outside,
    width,
    height,
  );
  const members: number[] = [];
  const seeds: number[] = [];
  for (let i = 0; i < marks.length; i++) {
    if (marks[i] === 0 || missed[i] === 1) continue;
    members.push(i);
    if (lab.l[i]! - expected.l[i]! < MOST_LIGHTER || isFlat(survey, i)) seeds.push(i);
  }
  return { members: Int32Array.from(members), seeds: Int32Array.from(seeds), missed };
};

/** Finds highlights: small areas that the model doubts. Dozens of them are gaps between strands of hair instead. */
const highlightsIn = (
  marks: Uint8Array,
  outside: Uint8Array,
  { lab: { width }, steepest, gates }: Survey,
  probability: Float32Array,
): Uint8Array => {
  const isBeside = (i: number) =>
    [1, -1, width, -width].some((way) => outside[neighbourAt(i, way, 1, width)] === 1);
  const highlights = [...connectedAreas(marks, width)].filter(
    (area) =>
      area.length < HIGHLIGHT_SHARE * marks.length &&
      area.some((i) => steepest[i]! > gates.slope) &&
      !area.some((i) => probability[i]! < NOTHING || isBeside(i)),
  );
  const found = new Uint8Array(marks.length);
  if (highlights.length < FEWEST_GAPS_OF_HAIR)
    for (const area of highlights) for (const i of area) found[i] = 1;
  return found;
};

/** Widens the marks by an outline, whose mixed colours may look like the background. */
const withOutline = (marks: Uint8Array, outside: Uint8Array, width: number, height: number): Uint8Array => {
  if (!marks.includes(1)) return marks;
  const away = distanceTo(marks, 1, width, height, OUTLINE + 1);
  return maskOf(marks.length, (i) => away[i]! <= OUTLINE && outside[i] === 0);
};

/** Whether a pixel has the colour of the background in less light, or in a little more. */
const isRelit = (
  lab: LabPlanes,
  expected: Pick<LabPlanes, 'l' | 'a' | 'b'>,
  drift: number,
  i: number,
): boolean => {
  const base = expected.l[i]!;
  const share = lab.l[i]! / Math.max(1, base);
  if (share > LIGHTEST || share < DARKEST) return false;
  const da = lab.a[i]! - expected.a[i]! * share;
  const db = lab.b[i]! - expected.b[i]! * share;
  return Math.hypot(da, db) < drift;
};
