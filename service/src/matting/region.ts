/** The probability, 0 to 1, that each pixel belongs to the object. The plane may have any size. */
export type Region = { width: number; height: number; data: Float32Array };
