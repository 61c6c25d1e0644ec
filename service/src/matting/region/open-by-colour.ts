import type { LabPlanes } from '../../pixels/colour/lab-planes.ts';
import { meanOf } from '../../pixels/numeric/mean-of.ts';
import { distanceTo } from '../../pixels/regions/distance-to.ts';
import { maskOf } from '../../pixels/regions/mask-of.ts';
import type { Survey } from '../background/survey.ts';
import { type AgreedBackground, agreedBackground } from './agreed-background.ts';
import { flood } from './flood.ts';
import { findGaps, type Gap, seedsIn } from './gaps.ts';

// Below this contrast, in Lab, the object is white on white, and colours alone do not find its outline.
const PALE = 12;
const SURE = 0.93;
const LARGE_GAP_SHARE = 0.04;
const WINDOW_SHARE = 0.004;
// Above this L the background is overexposed, and all whites look the same.
const BLOWN_OUT = 98.5;

/** The findings by colour and by the model. */
export type Findings = {
  survey: Survey;
  expected: LabPlanes;
  /** The distance of each pixel from the expected background, in Lab. */
  distance: Float32Array;
  contrast: number;
  probability: Float32Array;
  /** The core of the object, where the model is sure. The flood fill must not enter. */
  core: Uint8Array;
  /** The side of the model's output, in pixels. Its outline is as blurred as one of its pixels. */
  modelSide: number;
};

/** The result of `openByColour`, besides the changed mask. */
export type Opened = {
  /** Pixels that are certainly views through the object. */
  windows: Uint8Array;
} & Pick<AgreedBackground, 'missed'>;

/** Adds to `outside` background that the flood fill could not reach: gaps, and shadows outside the model's object. */
export const openByColour = (outside: Uint8Array, findings: Findings): Opened => {
  const { survey, expected, distance, contrast, probability, core } = findings;
  const { grain } = survey;
  const pale = contrast < PALE + 2 * grain;
  const area = probability.reduce((sum, value) => sum + value, 0);
  // With contrast, only leaks of the fill from the border are closed: around gaps the model may well be wrong.
  const leaks = pale ? undefined : leaksIn(outside, findings);
  const found = findGaps(survey, expected, distance, outside);
  const windows = found.filter((gap) => isWindow(gap, findings, area));
  const gaps = found.filter((gap) => {
    const mean = meanOf(probability, gap.members);
    if (mean < 0.5 || pale) return mean < 0.5;
    // The model fills in rings and handles. Where it is sure, only a large and perfectly matching area overrules it.
    if (!gap.even || mean < SURE) return gap.even;
    return gap.off < 0.95 && gap.islands === 0 && gap.members.length > LARGE_GAP_SHARE * area;
  });
  flood(outside, seedsIn(gaps), survey, undefined);
  if (pale) close(outside, leaksIn(outside, findings));
  flood(outside, seedsIn(windows), survey, undefined);
  // Light falls off quickly inside a handle, so the fill goes on with looser thresholds where the model is not sure.
  if (!pale)
    flood(outside, seedsIn([...new Set([...gaps, ...windows])]), loosened(survey), sureObject(probability));
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

/** Whether a gap is certainly a view through the object: as even and as grainy as the background, and framed by it. */
const isWindow = (gap: Gap, { survey, expected, contrast }: Findings, area: number): boolean =>
  gap.members.length > WINDOW_SHARE * area &&
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

const sureObject = (probability: Float32Array): Uint8Array =>
  maskOf(probability.length, (i) => probability[i]! > SURE);

/** Finds leaks: where the fill ran up to the core, colours show no outline, and the outline of the model is taken. */
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
