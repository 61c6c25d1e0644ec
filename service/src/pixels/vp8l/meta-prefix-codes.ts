import { DISTANCE_PREFIXES, eachToken, LENGTH_PREFIXES, prefixOf, type Tokens } from './lz77.ts';

/** How often each symbol occurs: values and prefixes of lengths in one code, prefixes of distances in another. */
export type Counts = { values: Uint32Array; distances: Uint32Array };

const VALUES = 256 + LENGTH_PREFIXES;
const SYMBOLS = VALUES + DISTANCE_PREFIXES;

export const countsOf = (tokens: Tokens): Counts => {
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

/** Parts of the picture that are coded alike: the group of each tile, and the counts of each group. */
export type Groups = { tileBits: number; across: number; groupOf: Uint8Array; counts: Counts[] };

/** Tiles as an exponent of two: small ones follow the picture, but each has to be told. */
const LEAST_TILE_BITS = 5;
const MOST_TILE_BITS = 9;
const MOST_TILES = 16_384;

const NUMBERS = [2, 4, 8, 16];
const ROUNDS = 3;
/** Fewer tiles are not worth a group. */
const LEAST_TILES = 8;
/** What it takes to tell a group's codes, about: some bits for each symbol that occurs. */
const BITS_FOR_SYMBOL = 5;

export const groupsOf = (tokens: Tokens, width: number, height: number): Groups => {
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
  // Where nothing is told, any group will do.
  for (const [index, { at }] of tiles.entries())
    groupOf.fill(best.groupOf[index]!, at, tiles[index + 1]?.at ?? groupOf.length);
  const counts = best.sums.map((sum) => ({
    values: sum.subarray(0, VALUES),
    distances: sum.subarray(VALUES),
  }));
  return { tileBits, across, groupOf, counts };
};

const tilesIn = (side: number, tileBits: number): number => Math.ceil(side / (1 << tileBits));

/** Of a tile in which something is told: which symbols, and how often each. */
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
  const placeAt = (): number => {
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
      counts[placeAt() + value]! += 1;
      at += 1;
    },
    (length, code) => {
      const place = placeAt();
      counts[place + 256 + prefixOf(length)]! += 1;
      counts[place + VALUES + prefixOf(code)]! += 1;
      at += length;
    },
  );
  endRow();
  return tiles;
};

type Split = { bits: number; groupOf: Uint8Array; sums: Uint32Array[] };

/** Like with like: at first by how much a token takes, then each tile moves to where it takes least. */
const split = (tiles: Tile[], number: number): Split => {
  const groupOf = new Uint8Array(tiles.length);
  if (number > 1) {
    const usual = bitsOf(sumsOf(tiles, groupOf, 1)[0]!);
    const bitsEach = tiles.map((tile) => bitsIn(tile, usual) / tile.tokens);
    const inOrder = [...tiles.keys()].sort((a, b) => bitsEach[a]! - bitsEach[b]!);
    for (const [rank, index] of inOrder.entries())
      groupOf[index] = Math.floor((rank * number) / inOrder.length);
    for (let round = 0; round < ROUNDS; round += 1) {
      const prices = sumsOf(tiles, groupOf, number).map(bitsOf);
      for (const [index, tile] of tiles.entries()) {
        let least = Number.POSITIVE_INFINITY;
        for (let group = 0; group < number; group += 1) {
          const bits = bitsIn(tile, prices[group]!);
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
    const prices = bitsOf(sum);
    for (let symbol = 0; symbol < SYMBOLS; symbol += 1)
      if (sum[symbol]! > 0) bits += BITS_FOR_SYMBOL + sum[symbol]! * prices[symbol]!;
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

const bitsIn = ({ symbols, times }: Tile, prices: Float32Array): number => {
  let bits = 0;
  for (let i = 0; i < symbols.length; i += 1) bits += times[i]! * prices[symbols[i]!]!;
  return bits;
};

/** What each symbol takes in a code made for these counts, about; a symbol that does not occur would take much. */
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
