import { root, TO_XYZ } from './lab.ts';
import { toLinear } from './level-tables.ts';

/** An image in CIE Lab, one plane for each channel. */
export type LabPlanes = { width: number; height: number; l: Float32Array; a: Float32Array; b: Float32Array };

type RgbPlanes = { red: Float32Array; green: Float32Array; blue: Float32Array };

const LINEAR_STEPS = 16;
const ROOT_STEPS = 32768;

type LabTables = { linear: Float32Array; roots: Float32Array };

let kept: LabTables | undefined;

/** Look-up tables, made once: computing powers and roots for every pixel would take longer than all the rest. */
const tables = (): LabTables => {
  kept ??= {
    linear: Float32Array.from({ length: 255 * LINEAR_STEPS + 2 }, (_, i) => toLinear(i / LINEAR_STEPS)),
    roots: Float32Array.from({ length: ROOT_STEPS + 2 }, (_, i) => root(i / ROOT_STEPS)),
  };
  return kept;
};

/** Converts sRGB planes (0 to 255) to Lab and writes them into the given planes. */
export const convertToLab = (
  { red, green, blue }: RgbPlanes,
  { l, a, b }: Pick<LabPlanes, 'l' | 'a' | 'b'>,
): void => {
  const { linear, roots } = tables();
  const [[xr, xg, xb], [yr, yg, yb], [zr, zg, zb]] = TO_XYZ;
  for (let i = 0; i < l.length; i++) {
    const lr = linear[(red[i]! * LINEAR_STEPS) | 0]!;
    const lg = linear[(green[i]! * LINEAR_STEPS) | 0]!;
    const lb = linear[(blue[i]! * LINEAR_STEPS) | 0]!;
    const x = roots[((xr * lr + xg * lg + xb * lb) * ROOT_STEPS) | 0]!;
    const y = roots[((yr * lr + yg * lg + yb * lb) * ROOT_STEPS) | 0]!;
    const z = roots[((zr * lr + zg * lg + zb * lb) * ROOT_STEPS) | 0]!;
    l[i] = 116 * y - 16;
    a[i] = 500 * (x - y);
    b[i] = 200 * (y - z);
  }
};
