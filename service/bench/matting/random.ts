export type Random = {
  /** From 0 up to, but not including, 1. */
  next(): number;
  between(low: number, high: number): number;
  pick<Item>(items: readonly Item[]): Item;
};

/** Mulberry32: the same scenes on every machine, without a dependency. */
export const randomFrom = (seed: number): Random => {
  let state = (seed * 2654435761) >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  return {
    next,
    between: (low, high) => low + (high - low) * next(),
    pick: (items) => items[Math.floor(next() * items.length)]!,
  };
};

/** Smooth noise from -1 to 1 whose bumps are about one unit wide. */
export const smoothNoise = (seed: number) => {
  const at = (x: number, y: number) => {
    let hash = Math.imul(x, 374761393) ^ Math.imul(y, 668265263) ^ Math.imul(seed, 2246822519);
    hash = Math.imul(hash ^ (hash >>> 13), 1274126177);
    return ((hash ^ (hash >>> 16)) >>> 0) / 2147483648 - 1;
  };
  const ease = (t: number) => t * t * (3 - 2 * t);
  return (x: number, y: number) => {
    const left = Math.floor(x);
    const top = Math.floor(y);
    const u = ease(x - left);
    const v = ease(y - top);
    const upper = at(left, top) * (1 - u) + at(left + 1, top) * u;
    const lower = at(left, top + 1) * (1 - u) + at(left + 1, top + 1) * u;
    return upper * (1 - v) + lower * v;
  };
};
