const STEPS_PER_UNIT = 4;

/** How far most of the object is from the background: the fifth of it that differs most differs by at least this. */
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

/** Up to which distance a pixel between strands may be mostly background, softened by its neighbours. */
export const likeBackground = (contrast: number, grain: number): number =>
  Math.max(4 + 2 * grain, Math.min(8, 0.14 * contrast));
