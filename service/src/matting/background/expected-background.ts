import type { LabPlanes } from '../../pixels/colour/lab-planes.ts';
import type { BackgroundModel } from './background-model.ts';
import { extrapolateColours } from './extrapolate-colours.ts';

/** The expected colour of the background everywhere: the fitted surface, corrected by the visible background nearby. */
export const expectedBackground = (
  lab: LabPlanes,
  model: BackgroundModel,
  outside: Uint8Array,
): LabPlanes => {
  const { width, height } = lab;
  const known = new Float32Array(outside);
  const off = {
    l: new Float32Array(known.length),
    a: new Float32Array(known.length),
    b: new Float32Array(known.length),
  };
  for (let i = 0; i < known.length; i++) {
    if (known[i] === 0) continue;
    off.l[i] = lab.l[i]! - model.l[i]!;
    off.a[i] = lab.a[i]! - model.a[i]!;
    off.b[i] = lab.b[i]! - model.b[i]!;
  }
  // The three corrections are extrapolated like colour channels.
  const filled = extrapolateColours({ red: off.l, green: off.a, blue: off.b }, known, width, height);
  const { red: l, green: a, blue: b } = filled;
  for (let i = 0; i < known.length; i++) {
    l[i]! += model.l[i]!;
    a[i]! += model.a[i]!;
    b[i]! += model.b[i]!;
  }
  return { width, height, l, a, b };
};

/** The distance of each pixel from the expected background, in Lab. */
export const distanceFromExpected = (lab: LabPlanes, expected: LabPlanes): Float32Array => {
  const distance = new Float32Array(lab.l.length);
  for (let i = 0; i < distance.length; i++) {
    const dl = lab.l[i]! - expected.l[i]!;
    const da = lab.a[i]! - expected.a[i]!;
    const db = lab.b[i]! - expected.b[i]!;
    distance[i] = Math.sqrt(dl * dl + da * da + db * db);
  }
  return distance;
};
