import type { LabPlanes } from '../pixels/lab-planes.ts';
import type { BackgroundModel } from './background-model.ts';
import { fill } from './fill.ts';

/** What the background must look like everywhere: the fitted surface, corrected by what is seen of it nearby. */
export const expectedBehind = (lab: LabPlanes, model: BackgroundModel, outside: Uint8Array): LabPlanes => {
  const { width, height } = lab;
  const known = new Float32Array(outside);
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

/** How far each pixel is from what is expected, in units of Lab. */
export const distanceFrom = (lab: LabPlanes, expected: LabPlanes): Float32Array => {
  const distance = new Float32Array(lab.l.length);
  for (let i = 0; i < distance.length; i++) {
    const dl = lab.l[i]! - expected.l[i]!;
    const da = lab.a[i]! - expected.a[i]!;
    const db = lab.b[i]! - expected.b[i]!;
    distance[i] = Math.sqrt(dl * dl + da * da + db * db);
  }
  return distance;
};
