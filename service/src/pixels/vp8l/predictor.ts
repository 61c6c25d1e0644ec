import type { Plane } from '../pixels.ts';

/** Square tiles have one way of foretelling each; as an exponent of two. */
export const TILE_BITS = 4;
const TILE = 1 << TILE_BITS;

/** The ways, by their numbers in WebP. */
const MODES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13] as const;
const LEFT = 1;

/** In bits: two tiles with the same way take less room. */
const CHANGE_BITS = 8;

/** The best way for each tile, by how far what it foretells is off. */
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
      foretell(data, from, count, width, mode);
      for (let i = 0; i < count; i += 1) bits += BITS_OFF[(data[from + i]! - FORETOLD[i]!) & 255]!;
    }
    if (bits < least) {
      least = bits;
      best = mode;
    }
  }
  return best;
};

/** About how many bits it takes to tell by how much a value is off. */
const BITS_OFF = Float32Array.from({ length: 256 }, (_, off) =>
  off === 0 ? 0 : 2 + Math.log2(Math.min(off, 256 - off)),
);

/** Values become differences from what was foretold; from the end, so that their neighbours are still there. */
export const subtractPredictions = ({ width, height, data }: Plane, modes: Uint8Array): void => {
  const across = Math.ceil(width / TILE);
  for (let y = height - 1; y >= 0; y -= 1) {
    const row = y * width;
    for (let tile = across - 1; tile >= 0; tile -= 1) {
      const left = Math.max(1, tile * TILE);
      const from = row + left;
      const count = Math.min(width, (tile + 1) * TILE) - left;
      foretell(data, from, count, width, y === 0 ? LEFT : modes[(y >> TILE_BITS) * across + tile]!);
      for (let i = 0; i < count; i += 1) data[from + i]! -= FORETOLD[i]!;
    }
    if (y > 0) data[row]! -= data[row - width]!;
  }
};

/** What `foretell` wrote last. */
const FORETOLD = new Uint8Array(TILE);

/** Foretells some values of a row from those left, above, and above to the left and to the right of each. */
const foretell = (data: Uint8Array, from: number, count: number, width: number, mode: number): void => {
  const above = from - width;
  switch (mode) {
    case LEFT:
      same(data, from - 1, count);
      return;
    case 2:
      same(data, above, count);
      return;
    case 3:
      same(data, above + 1, count);
      return;
    case 4:
      same(data, above - 1, count);
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
        FORETOLD[i] = (((data[from + i - 1]! + data[above + i + 1]!) >> 1) + data[above + i]!) >> 1;
      return;
    case 10:
      for (let i = 0; i < count; i += 1)
        FORETOLD[i] =
          (((data[from + i - 1]! + data[above + i - 1]!) >> 1) +
            ((data[above + i]! + data[above + i + 1]!) >> 1)) >>
          1;
      return;
    case 11:
      for (let i = 0; i < count; i += 1) {
        const [left, top, corner] = [data[from + i - 1]!, data[above + i]!, data[above + i - 1]!];
        FORETOLD[i] = Math.abs(top - corner) < Math.abs(left - corner) ? left : top;
      }
      return;
    case 12:
      for (let i = 0; i < count; i += 1)
        FORETOLD[i] = clamped(data[from + i - 1]! + data[above + i]! - data[above + i - 1]!);
      return;
    case 13:
      for (let i = 0; i < count; i += 1) {
        const middle = (data[from + i - 1]! + data[above + i]!) >> 1;
        FORETOLD[i] = clamped(middle + (((middle - data[above + i - 1]!) / 2) | 0));
      }
  }
};

const same = (data: Uint8Array, from: number, count: number): void => {
  for (let i = 0; i < count; i += 1) FORETOLD[i] = data[from + i]!;
};

const mean = (data: Uint8Array, one: number, other: number, count: number): void => {
  for (let i = 0; i < count; i += 1) FORETOLD[i] = (data[one + i]! + data[other + i]!) >> 1;
};

const clamped = (value: number): number => Math.max(0, Math.min(255, value));
