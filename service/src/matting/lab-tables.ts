type LabTables = {
  linear: Float32Array;
  root: Float32Array;
  /** Entries for one level of 255, and for the range 0 to 1. */
  LINEAR_STEPS: number;
  ROOT_STEPS: number;
};

const LINEAR_STEPS = 16;
const ROOT_STEPS = 32768;

let tables: LabTables | undefined;

/** sRGB to linear light, and CIE's cube root: a power for every pixel would cost more than the rest of the sketch. */
export const labTables = (): LabTables => {
  tables ??= {
    linear: Float32Array.from({ length: 255 * LINEAR_STEPS + 2 }, (_, i) => {
      const value = i / LINEAR_STEPS / 255;
      return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    }),
    root: Float32Array.from({ length: ROOT_STEPS + 2 }, (_, i) => {
      const value = i / ROOT_STEPS;
      return value > 216 / 24389 ? Math.cbrt(value) : (24389 / 27 / 116) * value + 16 / 116;
    }),
    LINEAR_STEPS,
    ROOT_STEPS,
  };
  return tables;
};
