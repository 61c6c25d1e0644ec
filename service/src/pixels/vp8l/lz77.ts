/**
 * Values one after another as literals and as copies of what came before, in the terms of a lossless WebP stream.
 * A literal is one number; a copy is three: its length less one, marked, and its distance code in two parts.
 */
export type Tokens = { words: Uint16Array; count: number };

export const LENGTH_PREFIXES = 24;
export const DISTANCE_PREFIXES = 40;

const COPY = 0x8000;
const LOW_BITS = 15;
const LONGEST = 4096;

/** Across and up to places nearby, whose distances have short codes: 1 for the first, and so on. */
const NEARBY = [
  [0, 1],
  [1, 0],
  [1, 1],
  [-1, 1],
  [0, 2],
  [2, 0],
  [1, 2],
  [-1, 2],
  [2, 1],
  [-2, 1],
  [2, 2],
  [-2, 2],
] as const;
/** Other distances have codes behind those of the places nearby. */
const BEYOND = 120;

const FARTHEST = 1_048_576 - BEYOND;

/** A copy this long is taken without a look for a better one. */
const LONG_ENOUGH = 40;
/** Between such copies the cheapest of all ways is found, for so many values at once. */
const WINDOW = 8192;
const HASH_BITS = 15;

/** What a literal or copy costs, about, in bits. */
export type Prices = { literal: Float32Array; length: Float32Array; distance: Float32Array };

export const initialCosts = (): Prices => ({
  literal: new Float32Array(256).fill(6.5),
  length: Float32Array.from({ length: LENGTH_PREFIXES }, (_, prefix) => 4 + extraBitsOf(prefix)),
  distance: Float32Array.from(
    { length: DISTANCE_PREFIXES },
    (_, prefix) => (prefix < 4 ? 2 : 5) + extraBitsOf(prefix),
  ),
});

export const lz77Tokens = (data: Uint8Array, width: number, prices: Prices): Tokens => {
  const distances = Int32Array.from(NEARBY, ([x, y]) => Math.max(1, x + y * width));
  const distancePrices = Float32Array.from(NEARBY, (_, index) => prices.distance[prefixOf(index + 1)]!);
  const latest = new Int32Array(1 << HASH_BITS).fill(-1);
  const size = data.length;
  const tokens = openTokens(size);

  /** The cheapest way to each place of the window: what it costs, and the last token on it. */
  const cost = new Float32Array(WINDOW + LONG_ENOUGH).fill(Number.POSITIVE_INFINITY);
  const length = new Uint16Array(WINDOW + LONG_ENOUGH);
  const code = new Int32Array(WINDOW + LONG_ENOUGH);
  const way = new Int32Array(WINDOW + LONG_ENOUGH);

  const matchAt = (at: number, distance: number, longest: number): number => {
    const end = Math.min(size, at + longest);
    let to = at;
    for (let from = at - distance; to < end && data[from] === data[to]; from += 1) to += 1;
    return to - at;
  };
  const reach = (from: number, copied: number, distanceCode: number, distancePrice: number): void => {
    const begun = cost[from]! + distancePrice;
    for (let prefix = 0; ; prefix += 1) {
      const shorter = Math.min(copied, LARGEST_OF[prefix]!);
      const to = from + shorter;
      const paid = begun + prices.length[prefix]!;
      if (paid < cost[to]!) {
        cost[to] = paid;
        length[to] = shorter;
        code[to] = distanceCode;
      }
      if (shorter === copied) return;
    }
  };
  const walkTo = (start: number, end: number): void => {
    let steps = 0;
    for (let to = end; to > 0; to -= length[to]!) way[steps++] = to;
    while (steps > 0) {
      const to = way[--steps]!;
      if (code[to] === 0) tokens.literal(data[start + to - 1]!);
      else tokens.copy(length[to]!, code[to]!);
    }
  };

  for (let start = 0; start < size; ) {
    const most = Math.min(WINDOW, size - start);
    cost[0] = 0;
    let end = 0;
    let copied = 0;
    let copiedFrom = 0;
    for (; end < most; end += 1) {
      const at = start + end;
      copied = 0;
      for (let index = 0; index < distances.length; index += 1) {
        const distance = distances[index]!;
        if (distance > at || data[at - distance] !== data[at]) continue;
        const found = matchAt(at, distance, LONG_ENOUGH);
        if (found < LONG_ENOUGH) reach(end, found, index + 1, distancePrices[index]!);
        else {
          const whole = matchAt(at, distance, LONGEST);
          if (whole > copied) {
            copied = whole;
            copiedFrom = index + 1;
          }
          if (index > 0) break;
        }
      }
      if (copied > 0) break;
      const paid = cost[end]! + prices.literal[data[at]!]!;
      if (paid < cost[end + 1]!) {
        cost[end + 1] = paid;
        length[end + 1] = 1;
        code[end + 1] = 0;
      }
      if (at + 4 > size) continue;
      const key =
        Math.imul(
          data[at]! | (data[at + 1]! << 8) | (data[at + 2]! << 16) | (data[at + 3]! << 24),
          0x9e3779b1,
        ) >>>
        (32 - HASH_BITS);
      const before = latest[key]!;
      latest[key] = at;
      if (before < 0 || before >= at || at - before > FARTHEST) continue;
      const found = matchAt(at, at - before, LONG_ENOUGH - 1);
      const distanceCode = at - before + BEYOND;
      if (found >= 4) reach(end, found, distanceCode, prices.distance[prefixOf(distanceCode)]!);
    }
    walkTo(start, end);
    cost.fill(Number.POSITIVE_INFINITY, 0, end + LONG_ENOUGH);
    start += end;
    if (copied === 0) continue;
    tokens.copy(copied, copiedFrom);
    start += copied;
  }
  return tokens.end();
};

/** The largest number that each prefix can tell. */
const LARGEST_OF = Int32Array.from({ length: LENGTH_PREFIXES }, (_, prefix) =>
  prefix < 4 ? prefix + 1 : (3 + (prefix & 1)) << ((prefix - 2) >> 1),
);

const openTokens = (size: number) => {
  let words = new Uint16Array(Math.max(1024, size >> 4));
  let count = 0;
  const makeRoom = (more: number): void => {
    if (count + more <= words.length) return;
    const larger = new Uint16Array(words.length * 2);
    larger.set(words);
    words = larger;
  };
  return {
    literal: (value: number): void => {
      makeRoom(1);
      words[count++] = value;
    },
    copy: (length: number, code: number): void => {
      makeRoom(3);
      words[count++] = COPY | (length - 1);
      words[count++] = code & ((1 << LOW_BITS) - 1);
      words[count++] = code >>> LOW_BITS;
    },
    end: (): Tokens => ({ words, count }),
  };
};

/** Shows each literal and each copy to its taker, in order. */
export const eachToken = (
  { words, count }: Tokens,
  literal: (value: number) => void,
  copy: (length: number, code: number) => void,
): void => {
  for (let at = 0; at < count; ) {
    const word = words[at]!;
    if (word < COPY) {
      literal(word);
      at += 1;
      continue;
    }
    copy((word & ~COPY) + 1, words[at + 1]! | (words[at + 2]! << LOW_BITS));
    at += 3;
  }
};

/** Numbers from 1 up are told by a prefix, which has a code, and some bits as they are. */
export const prefixOf = (value: number): number => {
  if (value <= 4) return value - 1;
  const high = 31 - Math.clz32(value - 1);
  return 2 * high + (((value - 1) >> (high - 1)) & 1);
};

export const extraBitsOf = (prefix: number): number => (prefix < 4 ? 0 : (prefix - 2) >> 1);

export const extraOf = (value: number, prefix: number): number =>
  prefix < 4 ? 0 : value - 1 - ((2 + (prefix & 1)) << extraBitsOf(prefix));
