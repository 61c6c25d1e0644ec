import type { Survey } from './background/survey.ts';
import { translucenceOf } from './glass/translucence.ts';

/** The findings by colour from which the confidence is computed. */
export type Evidence = {
  survey: Survey;
  outside: Uint8Array;
  /** The contrast between the object and the background, in Lab. */
  contrast: number;
};

// An object that covers less or more of the image than this is probably a mistake.
const LEAST_SHARE = 0.002;
const MOST_SHARE = 0.97;
// The penalty for an object that looks like glass: it is cut out as solid, which is wrong.
const GLASS_COSTS = 0.6;

/** The confidence without a model, 0 to 1: how well the background fits the border, and how clear the contrast is. */
export const studioConfidence = ({ survey, outside, contrast }: Evidence): number => {
  const { inliers, spread } = survey.model;
  const fit = between(inliers, 0.45, 0.85) * (1 - 0.5 * between(spread, 1.5, 4));
  return plausible(outside) * fit * (0.3 + 0.7 * clarity(contrast));
};

/** The findings of the model. */
export type SecondOpinion = {
  probability: Float32Array;
  /** Whether colours find the same background as the model. */
  coloursAgree: boolean;
  /** Views through the object that are certain by colour. The model fills them in, which is no disagreement. */
  windows: Uint8Array;
  /** The step says that the object is glass, and it becomes transparent. */
  glass: boolean;
};

/** The confidence with a model, 0 to 1: also how decided the model is, how far both agree, and whether it looks solid. */
export const autoConfidence = (
  { survey, outside, contrast }: Evidence,
  { probability, coloursAgree, windows, glass }: SecondOpinion,
): number => {
  let both = 0;
  let either = 0;
  let undecided = 0;
  let found = 1;
  for (let i = 0; i < outside.length; i++) {
    const here = probability[i]! > 0.5 && windows[i] === 0;
    const kept = outside[i] === 0;
    if (here) found++;
    if (here && kept) both++;
    if (here || kept) either++;
    if (probability[i]! > 0.15 && probability[i]! < 0.85) undecided++;
  }
  const agreement = either === 0 ? 0 : both / either;
  const decided = 1 - between(undecided / found, 0.1, 0.8);
  const ground = coloursAgree ? 1 : 0.7;
  return (
    plausible(outside) *
    ground *
    (glass ? 1 : 1 - GLASS_COSTS * translucenceOf(survey.sketch, outside)) *
    (0.4 + 0.6 * agreement) *
    (0.5 + 0.5 * decided) *
    (0.5 + 0.5 * clarity(contrast))
  );
};

const clarity = (contrast: number) => between(contrast, 6, 20);

const plausible = (outside: Uint8Array): number => {
  let kept = 0;
  for (const value of outside) if (value === 0) kept++;
  const share = kept / outside.length;
  return share < LEAST_SHARE || share > MOST_SHARE ? 0.1 : 1;
};

const between = (value: number, low: number, high: number) =>
  Math.min(1, Math.max(0, (value - low) / (high - low)));
