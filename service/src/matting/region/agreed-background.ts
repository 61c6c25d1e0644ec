import type { LabPlanes } from '../../pixels/colour/lab-planes.ts';
import { connectedAreas } from '../../pixels/regions/connected-areas.ts';
import { distanceTo } from '../../pixels/regions/distance-to.ts';
import { maskOf } from '../../pixels/regions/mask-of.ts';
import { neighbourAt } from '../../pixels/regions/neighbour-at.ts';
import type { Survey } from '../background/survey.ts';
import { isFlat, isLighter, LIKELY_OBJECT, lightParts, OUTLINE } from './light-parts.ts';

// Below this the model sees nothing. A highlight it only doubts: on the bottle's stem it says 0.23.
const NOTHING = 0.1;
const FEWEST_HALF_SEEN_OF_HAIR = 15;
// Of the picture. What the model half sees of a larger area is the gap in a handle.
const HIGHLIGHT_SHARE = 0.001;
const DARKEST = 0.35;
const LIGHTEST = 1.1;
// In L. An outline that is lighter by more than this is no way for the flood: behind it may be a stripe of the object.
const SHADOW = 1;

export type AgreedBackground = {
  members: Int32Array;
  /** Those from where the flood may go on: in shadow, or flat. */
  seeds: Int32Array;
  /** Parts of the object that the model missed, and highlights that it doubts, with their outlines: no flood gets here. */
  missed: Uint8Array;
};

/**
 * What colours take for the background in another light where the model does not see the object: shadows that the flood
 * could not follow, and gaps.
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
  const halfSeen = halfSeenIn(marks, outside, survey, probability);
  // No shadow is lighter than the background.
  const light = maskOf(
    marks.length,
    (i) =>
      marks[i] === 1 && halfSeen[i] === 0 && isLighter(survey, i) && isLighter(survey, i, expected.l[i]!),
  );
  const parts = lightParts(light, survey, probability);
  const missed = withOutline(
    maskOf(marks.length, (i) => halfSeen[i] === 1 || parts[i] === 1),
    outside,
    width,
    height,
  );
  const members: number[] = [];
  const seeds: number[] = [];
  for (let i = 0; i < marks.length; i++) {
    if (marks[i] === 0 || missed[i] === 1) continue;
    members.push(i);
    if (lab.l[i]! - expected.l[i]! < SHADOW || isFlat(survey, i)) seeds.push(i);
  }
  return { members: Int32Array.from(members), seeds: Int32Array.from(seeds), missed };
};

/** The model doubts a highlight; a gap it does not take for the object at all, unless there are dozens between strands. */
const halfSeenIn = (
  marks: Uint8Array,
  outside: Uint8Array,
  { lab: { width }, steepest, gates }: Survey,
  probability: Float32Array,
): Uint8Array => {
  const isBeside = (i: number) =>
    [1, -1, width, -width].some((way) => outside[neighbourAt(i, way, 1, width)] === 1);
  const halfSeen = [...connectedAreas(marks, width)].filter(
    (area) =>
      area.length < HIGHLIGHT_SHARE * marks.length &&
      area.some((i) => steepest[i]! > gates.slope) &&
      !area.some((i) => probability[i]! < NOTHING || isBeside(i)),
  );
  const found = new Uint8Array(marks.length);
  if (halfSeen.length < FEWEST_HALF_SEEN_OF_HAIR)
    for (const area of halfSeen) for (const i of area) found[i] = 1;
  return found;
};

/** An outline is mixed from the colours on both sides, and may look like the background. */
const withOutline = (marks: Uint8Array, outside: Uint8Array, width: number, height: number): Uint8Array => {
  if (!marks.includes(1)) return marks;
  const away = distanceTo(marks, 1, width, height, OUTLINE + 1);
  return maskOf(marks.length, (i) => away[i]! <= OUTLINE && outside[i] === 0);
};

/** The background's colour with less light, or with a little more. */
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
