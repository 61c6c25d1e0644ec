/**
 * LZ77 tokens: literals, and backward references (a length and a distance code). A literal takes one word. A backward
 * reference takes three: its length less one with the highest bit set, and the low and high part of its distance code.
 */
export type Tokens = { words: Uint16Array; count: number };

export const LENGTH_PREFIXES = 24;
export const DISTANCE_PREFIXES = 40;

const COPY = 0x8000;
const LOW_BITS = 15;
const LONGEST = 4096;

/** The first entries of the VP8L distance map: offsets (left, up) of neighbours, whose distance codes are 1, 2, 3 ... */
const NEIGHBOURS = [
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
/** The distance map has 120 codes. Every other distance is coded as the distance plus this. */
const NEIGHBOUR_CODES = 120;

const FARTHEST = 1_048_576 - NEIGHBOUR_CODES;

/** A match this long is taken at once, without a search for a cheaper path. */
const LONG_MATCH = 40;
/** Between such matches the cheapest path is searched over this many values at once. */
const WINDOW = 8192;
const HASH_BITS = 15;

/** The estimated cost of literals, lengths and distances, in bits. */
export type Costs = { literal: Float32Array; length: Float32Array; distance: Float32Array };

/** Costs for the first pass, when no statistics are known yet. */
export const initialCosts = (): Costs => ({
  literal: new Float32Array(256).fill(6.5),
  length: Float32Array.from({ length: LENGTH_PREFIXES }, (_, prefix) => 4 + extraBitsOf(prefix)),
  distance: Float32Array.from(
    { length: DISTANCE_PREFIXES },
    (_, prefix) => (prefix < 4 ? 2 : 5) + extraBitsOf(prefix),
  ),
});

/** Finds a cheap sequence of literals and backward references for the data: a shortest path within each window. */
export const lz77Tokens = (data: Uint8Array, width: number, costs: Costs): Tokens => {
  const distances = Int32Array.from(NEIGHBOURS, ([x, y]) => Math.max(1, x + y * width));
  const distanceCosts = Float32Array.from(NEIGHBOURS, (_, index) => costs.distance[prefixOf(index + 1)]!);
  const latest = new Int32Array(1 << HASH_BITS).fill(-1);
  const size = data.length;
  const tokens = openTokens(size);

  /** The cheapest path to each position of the window: its cost, and its last token (length and distance code). */
  const cost = new Float32Array(WINDOW + LONG_MATCH).fill(Number.POSITIVE_INFINITY);
  const length = new Uint16Array(WINDOW + LONG_MATCH);
  const code = new Int32Array(WINDOW + LONG_MATCH);
  const path = new Int32Array(WINDOW + LONG_MATCH);

  const matchAt = (at: number, distance: number, longest: number): number => {
    const end = Math.min(size, at + longest);
    let to = at;
    for (let from = at - distance; to < end && data[from] === data[to]; from += 1) to += 1;
    return to - at;
  };
  const relax = (from: number, copied: number, distanceCode: number, distanceCost: number): void => {
    const begun = cost[from]! + distanceCost;
    for (let prefix = 0; ; prefix += 1) {
      const shorter = Math.min(copied, LARGEST_OF[prefix]!);
      const to = from + shorter;
      const total = begun + costs.length[prefix]!;
      if (total < cost[to]!) {
        cost[to] = total;
        length[to] = shorter;
        code[to] = distanceCode;
      }
      if (shorter === copied) return;
    }
  };
  const emitPath = (start: number, end: number): void => {
    let steps = 0;
    for (let to = end; to > 0; to -= length[to]!) path[steps++] = to;
    while (steps > 0) {
      const to = path[--steps]!;
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
        const found = matchAt(at, distance, LONG_MATCH);
        if (found < LONG_MATCH) relax(end, found, index + 1, distanceCosts[index]!);
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
      const total = cost[end]! + costs.literal[data[at]!]!;
      if (total < cost[end + 1]!) {
        cost[end + 1] = total;
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
      const found = matchAt(at, at - before, LONG_MATCH - 1);
      const distanceCode = at - before + NEIGHBOUR_CODES;
      if (found >= 4) relax(end, found, distanceCode, costs.distance[prefixOf(distanceCode)]!);
    }
    emitPath(start, end);
    cost.fill(Number.POSITIVE_INFINITY, 0, end + LONG_MATCH);
    start += end;
    if (copied === 0) continue;
    tokens.copy(copied, copiedFrom);
    start += copied;
  }
  return tokens.end();
};

/** The largest length of each length prefix. */
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

/** Calls `literal` or `copy` for each token, in order. */
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

/** The prefix symbol of a length or distance code. `extraBitsOf` raw bits (`extraOf`) follow it in the stream. */
export const prefixOf = (value: number): number => {
  if (value <= 4) return value - 1;
  const high = 31 - Math.clz32(value - 1);
  return 2 * high + (((value - 1) >> (high - 1)) & 1);
};

/** The number of raw bits that follow a prefix symbol. */
export const extraBitsOf = (prefix: number): number => (prefix < 4 ? 0 : (prefix - 2) >> 1);

/** The raw bits that follow the prefix symbol of a value. */
export const extraOf = (value: number, prefix: number): number =>
  prefix < 4 ? 0 : value - 1 - ((2 + (prefix & 1)) << extraBitsOf(prefix));
