import type { BackgroundModel } from './background-model.ts';
import { fill } from './fill.ts';
import type { Lab } from './lab.ts';
import { patchesOf } from './patches.ts';

export type GapRules = {
  /** How far a single pixel may be from the expected background, in Lab. */
  pixel: number;
  /** How far the mean of a patch may be. */
  mean: number;
  /** Patches below this many pixels stay with the object. */
  minSize: number;
};

/**
 * Finds areas that the flood could not reach but that look exactly as the background must look there: the inside of a
 * handle, of a ring, between the legs of a chair. The flood goes on from them.
 */
export const findGaps = (
  lab: Lab,
  model: BackgroundModel,
  steepest: Float32Array,
  maxSlope: number,
  outside: Uint8Array,
  rules: GapRules,
): Int32Array => {
  const expected = expectedBehind(lab, model, outside);
  const marks = new Uint8Array(outside.length);
  for (let i = 0; i < marks.length; i++) {
    if (outside[i] === 1 || steepest[i]! > maxSlope) continue;
    const dl = lab.l[i]! - expected.l[i]!;
    const da = lab.a[i]! - expected.a[i]!;
    const db = lab.b[i]! - expected.b[i]!;
    if (dl * dl + da * da + db * db < rules.pixel * rules.pixel) marks[i] = 1;
  }
  const { patches, members } = patchesOf(marks, lab.width);
  const found: number[] = [];
  for (const { start, size } of patches) {
    if (size < rules.minSize) continue;
    let dl = 0;
    let da = 0;
    let db = 0;
    for (let n = start; n < start + size; n++) {
      const i = members[n]!;
      dl += lab.l[i]! - expected.l[i]!;
      da += lab.a[i]! - expected.a[i]!;
      db += lab.b[i]! - expected.b[i]!;
    }
    if (Math.hypot(dl, da, db) / size > rules.mean) continue;
    for (let n = start; n < start + size; n++) found.push(members[n]!);
  }
  return Int32Array.from(found);
};

/** The fitted surface, corrected by what the flooded area really looks like nearby. */
const expectedBehind = (lab: Lab, model: BackgroundModel, outside: Uint8Array): Lab => {
  const { width, height } = lab;
  const known = Float32Array.from(outside);
  const off = {
    red: new Float32Array(known.length),
    green: new Float32Array(known.length),
    blue: new Float32Array(known.length),
  };
  for (let i = 0; i < known.length; i++) {
    if (known[i] === 0) continue;
    off.red[i] = lab.l[i]! - model.l[i]!;
    off.green[i] = lab.a[i]! - model.a[i]!;
    off.blue[i] = lab.b[i]! - model.b[i]!;
  }
  const { red, green, blue } = fill(off, known, width, height);
  for (let i = 0; i < known.length; i++) {
    red[i]! += model.l[i]!;
    green[i]! += model.a[i]!;
    blue[i]! += model.b[i]!;
  }
  return { width, height, l: red, a: green, b: blue };
};
