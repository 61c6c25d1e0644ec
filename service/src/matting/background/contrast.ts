const STEPS_PER_UNIT = 4;

/** The contrast of the object: the 80th percentile of its distance from the background. */
export const contrastOf = (distance: Float32Array, isObject: (i: number) => boolean): number => {
  const counts = new Uint32Array(200 * STEPS_PER_UNIT);
  let total = 0;
  for (let i = 0; i < distance.length; i++) {
    if (!isObject(i)) continue;
    counts[Math.min(counts.length - 1, (distance[i]! * STEPS_PER_UNIT) | 0)]!++;
    total++;
  }
  let above = 0;
  for (let step = counts.length - 1; step >= 0; step--) {
    above += counts[step]!;
    if (above > 0.2 * total) return step / STEPS_PER_UNIT;
  }
  return 0;
};

/** The largest distance at which a pixel between strands of hair counts as background, in Lab. */
export const likeBackground = (contrast: number, grain: number): number =>
  Math.max(4 + 2 * grain, Math.min(8, 0.14 * contrast));
