import type { LabPlanes } from '../../pixels/colour/lab-planes.ts';
import { meanOf } from '../../pixels/numeric/mean-of.ts';
import { distanceTo } from '../../pixels/regions/distance-to.ts';
import { maskOf } from '../../pixels/regions/mask-of.ts';
import type { Survey } from '../background/survey.ts';
import { type AgreedBackground, agreedBackground } from './agreed-background.ts';
import { flood } from './flood.ts';
import { findGaps, type Gap, seedsIn } from './gaps.ts';

// Below this contrast, in Lab, an object is white on white: colours alone do not find its outline.
const PALE = 12;
const SURE = 0.93;
const LARGE_GAP_SHARE = 0.04;
const CALM_GAP_SHARE = 0.004;
// Where the sensor is at its end, every white is the same white.
const BLOWN_OUT = 98.5;

export type Findings = {
  survey: Survey;
  expected: LabPlanes;
  /** From what is expected, in Lab. */
  distance: Float32Array;
  contrast: number;
  probability: Float32Array;
  /** Where the model is sure: the flood must not get here. */
  core: Uint8Array;
  /** How many pixels the model sees across: its outline is as blurred as one of them is wide. */
  modelSide: number;
};

export type Opened = {
  /** Seen through the object for sure. */
  windows: Uint8Array;
} & Pick<AgreedBackground, 'missed'>;

/** Adds to the flood what it could not reach: gaps, and shadows that the model does not take for the object. */
export const openByColour = (outside: Uint8Array, findings: Findings): Opened => {
  const { survey, expected, distance, contrast, probability, core } = findings;
  const { grain } = survey;
  const pale = contrast < PALE + 2 * grain;
  const area = probability.reduce((sum, value) => sum + value, 0);
  // Of an object with contrast, only what the flood from the border did: behind gaps, the model may well be wrong.
  const leaks = pale ? undefined : leaksIn(outside, findings);
  const found = findGaps(survey, expected, distance, outside);
  const windows = found.filter((gap) => isWindow(gap, findings, area));
  const gaps = found.filter((gap) => {
    const mean = meanOf(probability, gap.members);
    if (mean < 0.5 || pale) return mean < 0.5;
    // The model fills in rings and handles; only a large and perfectly matching area overrules it when it is sure.
    if (!gap.even || mean < SURE) return gap.even;
    return gap.off < 0.95 && gap.islands === 0 && gap.members.length > LARGE_GAP_SHARE * area;
  });
  flood(outside, seedsIn(gaps), survey, undefined);
  if (pale) close(outside, leaksIn(outside, findings));
  flood(outside, seedsIn(windows), survey, undefined);
  // Light falls off quickly inside a handle: there the flood may go on where the model is not sure.
  if (!pale)
    flood(outside, seedsIn([...new Set([...gaps, ...windows])]), loosened(survey), surely(probability));
  const agreed = agreedBackground(outside, survey, expected, probability);
  for (const i of agreed.members) outside[i] = 1;
  if (leaks) {
    const before = outside.slice();
    flood(
      outside,
      agreed.seeds,
      survey,
      maskOf(core.length, (i) => core[i] === 1 || agreed.missed[i] === 1),
    );
    const added = maskOf(outside.length, (i) => outside[i] === 1 && before[i] === 0);
    close(outside, leaksIn(added, findings));
    close(outside, leaks);
  }
  const seenThrough = new Uint8Array(outside.length);
  for (const i of seedsIn(windows)) seenThrough[i] = 1;
  return { windows: seenThrough, missed: agreed.missed };
};

/** As even and as grainy as the background, and framed by the object: nothing but a view through it looks so. */
const isWindow = (gap: Gap, { survey, expected, contrast }: Findings, area: number): boolean =>
  gap.members.length > CALM_GAP_SHARE * area &&
  gap.islands === 0 &&
  gap.even &&
  gap.meanSlope < 1.5 * survey.grain + 0.1 &&
  gap.uneven < 1.2 &&
  gap.rim > Math.max(8, 0.25 * contrast) &&
  meanOf(expected.l, gap.members) < BLOWN_OUT;

const loosened = (survey: Survey): Survey => ({
  ...survey,
  gates: {
    ...survey.gates,
    slope: 2 * survey.gates.slope,
    shadowSlope: 2 * survey.gates.shadowSlope,
    step: 2 * survey.gates.step,
  },
});

const surely = (probability: Float32Array): Uint8Array =>
  maskOf(probability.length, (i) => probability[i]! > SURE);

/** Where the flood ran up to the core there is no outline that colours could tell: there the model's is taken. */
const leaksIn = (outside: Uint8Array, { survey, core, probability, modelSide }: Findings): Uint8Array => {
  const { width, height } = survey.lab;
  const reach = Math.ceil((Math.max(width, height) / modelSide) * 3);
  const toCore = distanceTo(core, 1, width, height, reach);
  const front = maskOf(outside.length, (i) => outside[i] === 1 && toCore[i]! < 1.5);
  const toFront = distanceTo(front, 1, width, height, 3 * reach);
  return maskOf(outside.length, (i) => outside[i] === 1 && probability[i]! > 0.5 && toFront[i]! < 3 * reach);
};

const close = (outside: Uint8Array, leaks: Uint8Array): void => {
  for (let i = 0; i < outside.length; i++) if (leaks[i] === 1) outside[i] = 0;
};
