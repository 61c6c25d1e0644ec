import type { ConfidenceFeatures } from '../../../src/matting/confidence.ts';
import { termsOf } from '../../../src/matting/confidence.ts';
import { solveLinearSystem } from '../../../src/pixels/numeric/solve-linear-system.ts';
import { openShippedModel } from './bench-model.ts';
import { rowOf } from './cached-scores.ts';
import { scenesOf } from './corpus.ts';
import { FIT_METHODS, GOOD } from './report.ts';

/**
 * `node service/bench/matting/photos/fit-confidence.ts [usual scenes] [hard scenes]`: fits the weights of the confidence to
 * scenes of the tuning objects and prints them, to be copied to confidence.ts.
 */

const [usual = '112', hard = '72'] = process.argv.slice(2);

/**
 * The strength of the ridge penalty, which keeps weights small when the scenes hold little evidence for them.
 * It assumes features of unit variance.
 */
const RIDGE = 1;
const ROUNDS = 30;

/**
 * Logistic regression by Newton's method. The features are scaled to mean 0 and variance 1, so that the ridge
 * penalty treats all weights alike.
 */
const fit = (samples: number[][], good: boolean[]): number[] => {
  const size = samples[0]!.length + 1;
  const means = samples[0]!.map((_, k) => mean(samples.map((sample) => sample[k]!)));
  const spreads = means.map((middle, k) =>
    Math.sqrt(mean(samples.map((sample) => (sample[k]! - middle) ** 2)) + 1e-12),
  );
  const rows = samples.map((sample) => [1, ...sample.map((value, k) => (value - means[k]!) / spreads[k]!)]);
  let weights = new Float64Array(size);
  for (let round = 0; round < ROUNDS; round++) {
    const curvature = new Float64Array(size * size);
    const slope = new Float64Array(size);
    rows.forEach((row, n) => {
      const predicted = 1 / (1 + Math.exp(-row.reduce((sum, value, k) => sum + value * weights[k]!, 0)));
      for (let k = 0; k < size; k++) {
        slope[k]! += row[k]! * ((good[n] ? 1 : 0) - predicted);
        for (let m = 0; m < size; m++)
          curvature[k * size + m]! += row[k]! * row[m]! * predicted * (1 - predicted);
      }
    });
    for (let k = 1; k < size; k++) {
      slope[k]! -= RIDGE * weights[k]!;
      curvature[k * size + k]! += RIDGE;
    }
    const step = solveLinearSystem(curvature, slope);
    weights = weights.map((weight, k) => weight + step[k]!);
  }
  const own = means.map((_, k) => weights[k + 1]! / spreads[k]!);
  return [weights[0]! - own.reduce((sum, weight, k) => sum + weight * means[k]!, 0), ...own];
};

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

const model = openShippedModel();
const scenes = await scenesOf('tuning');
const chosen = [
  ...scenes.filter((scene) => !scene.difficulty).slice(0, Number(usual)),
  ...scenes.filter((scene) => scene.difficulty).slice(0, Number(hard)),
];
const scored: { features: ConfidenceFeatures; good: boolean }[] = [];
for (const ref of chosen) {
  const { features, scores } = await rowOf(ref, FIT_METHODS, model);
  scored.push({ features, good: scores.auto.iou >= GOOD });
}
await model.close();

const names = Object.keys(termsOf(scored[0]!.features));
const weights = fit(
  scored.map(({ features }) => Object.values(termsOf(features))),
  scored.map(({ good }) => good),
);
console.log(`${scored.length} scenes, ${scored.filter(({ good }) => !good).length} of them bad`);
['constant', ...names].forEach((name, k) => {
  console.log(`  ${name}: ${weights[k]!.toFixed(2)},`);
});
