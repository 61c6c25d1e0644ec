import { DISTANCE_PREFIXES, eachToken, LENGTH_PREFIXES, prefixOf, type Tokens } from './lz77.ts';

/**
 * The number of times that each symbol occurs. Values and length prefixes share one prefix code; distance prefixes have
 * another.
 */
export type Histogram = { values: Uint32Array; distances: Uint32Array };

const VALUES = 256 + LENGTH_PREFIXES;
const SYMBOLS = VALUES + DISTANCE_PREFIXES;

/** Counts the symbols of all tokens. */
export const histogramOf = (tokens: Tokens): Histogram => {
  const values = new Uint32Array(VALUES);
  const distances = new Uint32Array(DISTANCE_PREFIXES);
  eachToken(
    tokens,
    (value) => {
      values[value]! += 1;
    },
    (length, distanceCode) => {
      values[256 + prefixOf(length)]! += 1;
      distances[prefixOf(distanceCode)]! += 1;
    },
  );
  return { values, distances };
};

/** The prefix code groups of VP8L: the group of each tile (the entropy image), and the histogram of each group. */
type PrefixCodeGroups = { tileBits: number; across: number; groupOf: Uint8Array; counts: Histogram[] };

/**
 * The side of a tile, as an exponent of two. Each tile stores the number of the group of prefix codes that it uses:
 * small tiles adapt better, but more of these numbers must be stored.
 */
const LEAST_TILE_BITS = 5;
const MOST_TILE_BITS = 9;
const MOST_TILES = 16_384;

const NUMBERS = [2, 4, 8, 16];
const ROUNDS = 3;
/** A group with fewer tiles costs more than it saves. */
const LEAST_TILES = 8;
/** The estimated cost of writing a group's prefix codes, for each symbol that occurs. */
const BITS_FOR_SYMBOL = 5;

/** Splits the tiles into the number of groups (1 to 16) that is estimated to take the fewest bits. */
export const prefixCodeGroups = (tokens: Tokens, width: number, height: number): PrefixCodeGroups => {
  let tileBits = LEAST_TILE_BITS;
  while (tileBits < MOST_TILE_BITS && tilesIn(width, tileBits) * tilesIn(height, tileBits) > MOST_TILES)
    tileBits += 1;
  const across = tilesIn(width, tileBits);
  const tiles = countTiles(tokens, width, tileBits);
  let best = split(tiles, 1);
  for (const number of NUMBERS) {
    if (tiles.length < number * LEAST_TILES) break;
    const found = split(tiles, number);
    if (found.bits < best.bits) best = found;
  }
  const groupOf = new Uint8Array(across * tilesIn(height, tileBits));
  // Tiles without tokens take the group of the tile before: any group is valid for them.
  for (const [index, { at }] of tiles.entries())
    groupOf.fill(best.groupOf[index]!, at, tiles[index + 1]?.at ?? groupOf.length);
  const counts = best.sums.map((sum) => ({
    values: sum.subarray(0, VALUES),
    distances: sum.subarray(VALUES),
  }));
  return { tileBits, across, groupOf, counts };
};

const tilesIn = (side: number, tileBits: number): number => Math.ceil(side / (1 << tileBits));

/** A tile in which at least one token starts: its symbols, and how often each occurs. */
type Tile = { at: number; symbols: Uint16Array; times: Uint32Array; tokens: number };

const countTiles = (tokens: Tokens, width: number, tileBits: number): Tile[] => {
  const across = tilesIn(width, tileBits);
  const tiles: Tile[] = [];
  const counts = new Uint32Array(across * SYMBOLS);
  let row = 0;
  let at = 0;
  const endRow = () => {
    for (let x = 0; x < across; x += 1) {
      const own = counts.subarray(x * SYMBOLS, (x + 1) * SYMBOLS);
      const symbols: number[] = [];
      let total = 0;
      for (let symbol = 0; symbol < SYMBOLS; symbol += 1)
        if (own[symbol]! > 0) {
          symbols.push(symbol);
          total += own[symbol]!;
        }
      if (total > 0)
        tiles.push({
          at: row * across + x,
          symbols: Uint16Array.from(symbols),
          times: Uint32Array.from(symbols, (symbol) => own[symbol]!),
          tokens: total,
        });
    }
    counts.fill(0);
  };
  const histogramStart = (): number => {
    const y = Math.floor(at / width);
    if (y >> tileBits !== row) {
      endRow();
      row = y >> tileBits;
    }
    return ((at - y * width) >> tileBits) * SYMBOLS;
  };
  eachToken(
    tokens,
    (value) => {
      counts[histogramStart() + value]! += 1;
      at += 1;
    },
    (length, code) => {
      const place = histogramStart();
      counts[place + 256 + prefixOf(length)]! += 1;
      counts[place + VALUES + prefixOf(code)]! += 1;
      at += length;
    },
  );
  endRow();
  return tiles;
};

type Split = { bits: number; groupOf: Uint8Array; sums: Uint32Array[] };

/**
 * Clusters the tiles (k-means). The initial groups put tiles with similar bits for each token together; then each tile
 * moves to the group in which it takes the fewest bits.
 */
const split = (tiles: Tile[], number: number): Split => {
  const groupOf = new Uint8Array(tiles.length);
  if (number > 1) {
    const usual = bitsOf(sumsOf(tiles, groupOf, 1)[0]!);
    const bitsEach = tiles.map((tile) => bitsIn(tile, usual) / tile.tokens);
    const inOrder = [...tiles.keys()].sort((a, b) => bitsEach[a]! - bitsEach[b]!);
    for (const [rank, index] of inOrder.entries())
      groupOf[index] = Math.floor((rank * number) / inOrder.length);
    for (let round = 0; round < ROUNDS; round += 1) {
      const costs = sumsOf(tiles, groupOf, number).map(bitsOf);
      for (const [index, tile] of tiles.entries()) {
        let least = Number.POSITIVE_INFINITY;
        for (let group = 0; group < number; group += 1) {
          const bits = bitsIn(tile, costs[group]!);
          if (bits >= least) continue;
          least = bits;
          groupOf[index] = group;
        }
      }
    }
  }
  const sums = sumsOf(tiles, groupOf, number);
  let bits = number > 1 ? (tiles.length * Math.log2(number)) / 2 : 0;
  for (const sum of sums) {
    const costs = bitsOf(sum);
    for (let symbol = 0; symbol < SYMBOLS; symbol += 1)
      if (sum[symbol]! > 0) bits += BITS_FOR_SYMBOL + sum[symbol]! * costs[symbol]!;
  }
  return { bits, groupOf, sums };
};

const sumsOf = (tiles: Tile[], groupOf: Uint8Array, number: number): Uint32Array[] => {
  const sums = Array.from({ length: number }, () => new Uint32Array(SYMBOLS));
  for (const [index, { symbols, times }] of tiles.entries()) {
    const sum = sums[groupOf[index]!]!;
    for (let i = 0; i < symbols.length; i += 1) sum[symbols[i]!]! += times[i]!;
  }
  return sums;
};

const bitsIn = ({ symbols, times }: Tile, costs: Float32Array): number => {
  let bits = 0;
  for (let i = 0; i < symbols.length; i += 1) bits += times[i]! * costs[symbols[i]!]!;
  return bits;
};

/** The estimated bits of each symbol in a prefix code for these counts. A symbol that does not occur gets a high cost. */
const bitsOf = (counts: Uint32Array): Float32Array => {
  const bits = new Float32Array(SYMBOLS);
  const fill = (from: number, to: number) => {
    let total = 1;
    for (let symbol = from; symbol < to; symbol += 1) total += counts[symbol]!;
    for (let symbol = from; symbol < to; symbol += 1)
      bits[symbol] = Math.log2(total / Math.max(0.5, counts[symbol]!));
  };
  fill(0, VALUES);
  fill(VALUES, SYMBOLS);
  return bits;
};
