import { hash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RegionFinder } from '../../../src/components/definition/component.ts';
import { confidenceOf } from '../../../src/matting/confidence.ts';
import type { SceneRef } from './compose.ts';
import { loadScene } from './corpus.ts';
import { CORPUS } from './packages.ts';
import { FIT_METHODS, HARD_METHODS, type Method, type PhotoRow } from './report.ts';
import { scorePhoto } from './score-photo.ts';

/**
 * The scores of a scene are cached on disk for this version of the code, so that a run can be interrupted. The weights of the
 * confidence do not count as code: the confidence is computed from the cached features.
 */
const FOLDER = join(CORPUS, `scores-${codeVersion()}`);

function codeVersion(): string {
  const sources = join(import.meta.dirname, '../../../src');
  const files = globSync(['matting/**/*.ts', 'pixels/**/*.ts'], {
    cwd: sources,
    exclude: ['matting/confidence.ts'],
  }).toSorted();
  return hash('sha256', files.map((file) => readFileSync(join(sources, file), 'utf8')).join('')).slice(0, 12);
}

/** Scores the methods on a scene. Cached scores are not computed again. */
export const rowOf = async (
  ref: SceneRef,
  methods: readonly Method[],
  model: RegionFinder,
): Promise<PhotoRow> => {
  const path = join(FOLDER, `${ref.id}.json`);
  const cached: Partial<PhotoRow> = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
  const scores: Partial<PhotoRow['scores']> = { ...cached.scores };
  // Fine structure is what lies outside the cut of GrabCut. GrabCut is not run on hard scenes and not for the
  // fit, so these have no such score.
  const withFine = methods !== HARD_METHODS && methods !== FIT_METHODS;
  const missing = methods.filter((method) => !scores[method] || (withFine && !scores[method].fine));
  let features = cached.features;
  if (missing.length > 0) {
    const scene = await loadScene(ref, model);
    for (const method of missing) {
      const scored = await scorePhoto(scene, method, model, withFine);
      scores[method] = scored.score;
      features ??= scored.features;
    }
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(path, JSON.stringify({ features, scores }));
  }
  const { id, stamp, background, difficulty } = ref;
  return {
    id,
    object: stamp.name,
    background,
    ...(difficulty && { difficulty }),
    confidence: confidenceOf(features!),
    scores: scores as PhotoRow['scores'],
    features: features!,
  };
};
