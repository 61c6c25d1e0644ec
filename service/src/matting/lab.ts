/** Planes of CIE Lab. */
export type Lab = { width: number; height: number; l: Float32Array; a: Float32Array; b: Float32Array };
