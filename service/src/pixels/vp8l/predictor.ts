import type { Plane } from '../pixels.ts';

/** The side of a tile, as an exponent of two. Each square tile has one predictor. */
export const TILE_BITS = 4;
const TILE = 1 << TILE_BITS;

/** The predictor modes, by their numbers in the VP8L specification. */
const MODES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13] as const;
const LEFT = 1;

/** The cost, in bits, of a mode that differs from that of the previous tile: equal neighbours compress better. */
const CHANGE_BITS = 8;

/** Chooses the predictor of each tile: the one whose residuals take the fewest bits. */
export const choosePredictors = (plane: Plane): Uint8Array => {
  const { width, height } = plane;
  const across = Math.ceil(width / TILE);
  const modes = new Uint8Array(across * Math.ceil(height / TILE));
  let mode: number = LEFT;
  for (let tile = 0; tile < modes.length; tile += 1) {
    const left = (tile % across) * TILE;
    const top = Math.floor(tile / across) * TILE;
    const edges = { left, top, right: Math.min(width, left + TILE), bottom: Math.min(height, top + TILE) };
    if (!isFlat(plane, edges)) mode = bestMode(plane, edges, mode);
    modes[tile] = mode;
  }
  return modes;
};

type Edges = { left: number; top: number; right: number; bottom: number };

const isFlat = ({ width, data }: Plane, { left, top, right, bottom }: Edges): boolean => {
  const value = data[top * width + left]!;
  for (let y = Math.max(0, top - 1); y < bottom; y += 1)
    for (let x = Math.max(0, left - 1); x < right; x += 1) if (data[y * width + x] !== value) return false;
  return true;
};

const bestMode = ({ width, data }: Plane, { left, top, right, bottom }: Edges, before: number): number => {
  let best = before;
  let least = Number.POSITIVE_INFINITY;
  for (const mode of MODES) {
    let bits = mode === before ? 0 : CHANGE_BITS;
    for (let y = Math.max(1, top); y < bottom && bits < least; y += 1) {
      const from = y * width + Math.max(1, left);
      const count = right - Math.max(1, left);
      predict(data, from, count, width, mode);
      for (let i = 0; i < count; i += 1) bits += RESIDUAL_BITS[(data[from + i]! - PREDICTION[i]!) & 255]!;
    }
    if (bits < least) {
      least = bits;
      best = mode;
    }
  }
  return best;
};

/** The estimated cost of each residual, in bits. */
const RESIDUAL_BITS = Float32Array.from({ length: 256 }, (_, off) =>
  off === 0 ? 0 : 2 + Math.log2(Math.min(off, 256 - off)),
);

/** Replaces each value by its residual. Goes backwards, because a prediction needs the original neighbours. */
export const subtractPredictions = ({ width, height, data }: Plane, modes: Uint8Array): void => {
  const across = Math.ceil(width / TILE);
  for (let y = height - 1; y >= 0; y -= 1) {
    const row = y * width;
    for (let tile = across - 1; tile >= 0; tile -= 1) {
      const left = Math.max(1, tile * TILE);
      const from = row + left;
      const count = Math.min(width, (tile + 1) * TILE) - left;
      predict(data, from, count, width, y === 0 ? LEFT : modes[(y >> TILE_BITS) * across + tile]!);
      for (let i = 0; i < count; i += 1) data[from + i]! -= PREDICTION[i]!;
    }
    if (y > 0) data[row]! -= data[row - width]!;
  }
};

/** The output of the last `predict`. */
const PREDICTION = new Uint8Array(TILE);

/** Predicts some values of a row from the neighbours to the left, above left, above and above right. */
const predict = (data: Uint8Array, from: number, count: number, width: number, mode: number): void => {
  const above = from - width;
  switch (mode) {
    case LEFT:
      copy(data, from - 1, count);
      return;
    case 2:
      copy(data, above, count);
      return;
    case 3:
      copy(data, above + 1, count);
      return;
    case 4:
      copy(data, above - 1, count);
      return;
    case 6:
      mean(data, from - 1, above - 1, count);
      return;
    case 7:
      mean(data, from - 1, above, count);
      return;
    case 8:
      mean(data, above - 1, above, count);
      return;
    case 9:
      mean(data, above, above + 1, count);
      return;
    case 5:
      for (let i = 0; i < count; i += 1)
        PREDICTION[i] = (((data[from + i - 1]! + data[above + i + 1]!) >> 1) + data[above + i]!) >> 1;
      return;
    case 10:
      for (let i = 0; i < count; i += 1)
        PREDICTION[i] =
          (((data[from + i - 1]! + data[above + i - 1]!) >> 1) +
            ((data[above + i]! + data[above + i + 1]!) >> 1)) >>
          1;
      return;
    case 11:
      for (let i = 0; i < count; i += 1) {
        const [left, top, corner] = [data[from + i - 1]!, data[above + i]!, data[above + i - 1]!];
        PREDICTION[i] = Math.abs(top - corner) < Math.abs(left - corner) ? left : top;
      }
      return;
    case 12:
      for (let i = 0; i < count; i += 1)
        PREDICTION[i] = clamped(data[from + i - 1]! + data[above + i]! - data[above + i - 1]!);
      return;
    case 13:
      for (let i = 0; i < count; i += 1) {
        const middle = (data[from + i - 1]! + data[above + i]!) >> 1;
        PREDICTION[i] = clamped(middle + (((middle - data[above + i - 1]!) / 2) | 0));
      }
  }
};

const copy = (data: Uint8Array, from: number, count: number): void => {
  for (let i = 0; i < count; i += 1) PREDICTION[i] = data[from + i]!;
};

const mean = (data: Uint8Array, one: number, other: number, count: number): void => {
  for (let i = 0; i < count; i += 1) PREDICTION[i] = (data[one + i]! + data[other + i]!) >> 1;
};

const clamped = (value: number): number => Math.max(0, Math.min(255, value));
