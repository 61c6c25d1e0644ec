import type { BitWriter } from './bit-writer.ts';

/** A canonical prefix (Huffman) code. */
export type PrefixCode = {
  /** The length of each symbol's code in bits; 0 for a symbol that does not occur. */
  lengths: Uint8Array;
  /** The code of each symbol, with its bits in the order in which they are written. */
  codes: Uint16Array;
  /** At most one symbol occurs, so writing it takes no bits. */
  onlyOne: boolean;
};

const LONGEST = 15;
const LONGEST_OF_LENGTHS = 7;

/** Makes a prefix code for symbols that occur this often, with codes of at most `longest` bits. */
export const prefixCodeOf = (counts: Uint32Array, longest = LONGEST): PrefixCode => {
  const lengths = lengthsOf(counts, longest);
  let occurring = 0;
  for (const length of lengths) if (length > 0) occurring += 1;
  return { lengths, codes: codesOf(lengths), onlyOne: occurring <= 1 };
};

/** Writes the code of one symbol. */
export const writeSymbol = (
  bits: BitWriter,
  { lengths, codes, onlyOne }: PrefixCode,
  symbol: number,
): void => {
  if (!onlyOne) bits.write(codes[symbol]!, lengths[symbol]!);
};

/**
 * The lengths of a Huffman code, limited to `longest` bits. Doubles the smallest count until the code fits: package-merge
 * would be optimal, but the difference in size is negligible here.
 */
const lengthsOf = (counts: Uint32Array, longest: number): Uint8Array => {
  const lengths = new Uint8Array(counts.length);
  const symbols = [...counts.keys()].filter((symbol) => counts[symbol]! > 0);
  if (symbols.length === 0) return lengths;
  if (symbols.length === 1) {
    lengths[symbols[0]!] = 1;
    return lengths;
  }
  for (let least = 1; ; least *= 2) {
    const weights = symbols.map((symbol) => Math.max(least, counts[symbol]!));
    const depths = depthsOf(weights);
    if (Math.max(...depths) > longest) continue;
    for (const [index, symbol] of symbols.entries()) lengths[symbol] = depths[index]!;
    return lengths;
  }
};

/** The depth of each leaf in a Huffman tree, built with two queues: the leaves by weight, and the merged nodes. */
const depthsOf = (weights: number[]): number[] => {
  const leaves = [...weights.keys()].sort((a, b) => weights[a]! - weights[b]!);
  const total = 2 * weights.length - 1;
  const weightOf = [...weights];
  const parentOf = new Int32Array(total);
  let leaf = 0;
  let pair = weights.length;
  const lighter = (made: number): number =>
    leaf < leaves.length && (pair >= made || weightOf[leaves[leaf]!]! <= weightOf[pair]!)
      ? leaves[leaf++]!
      : pair++;
  for (let made = weights.length; made < total; made += 1) {
    const [one, other] = [lighter(made), lighter(made)];
    parentOf[one] = made;
    parentOf[other] = made;
    weightOf[made] = weightOf[one]! + weightOf[other]!;
  }
  const depths = new Array<number>(total).fill(0);
  for (let node = total - 2; node >= 0; node -= 1) depths[node] = depths[parentOf[node]!]! + 1;
  return depths.slice(0, weights.length);
};

/** Assigns canonical codes: by length, then by symbol. */
const codesOf = (lengths: Uint8Array): Uint16Array => {
  const codes = new Uint16Array(lengths.length);
  let code = 0;
  for (let length = 1; length <= LONGEST; length += 1) {
    for (let symbol = 0; symbol < lengths.length; symbol += 1)
      if (lengths[symbol] === length) {
        codes[symbol] = reversed(code, length);
        code += 1;
      }
    code <<= 1;
  }
  return codes;
};

const reversed = (code: number, length: number): number => {
  let result = 0;
  for (let bit = 0; bit < length; bit += 1) result |= ((code >> bit) & 1) << (length - 1 - bit);
  return result;
};

/** The order in which VP8L stores the lengths of the code length code. */
const ORDER = [17, 18, 0, 1, 2, 3, 4, 5, 16, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];
const REPEAT = 16;
const FEW_ZEROS = 17;
const MANY_ZEROS = 18;

/** Writes the prefix code itself, as VP8L stores it before the data. */
export const writeCode = (bits: BitWriter, { lengths }: PrefixCode): void => {
  const occurring = [...lengths.keys()].filter((symbol) => lengths[symbol]! > 0);
  if (occurring.length <= 2 && occurring.every((symbol) => symbol < 256)) {
    writeSimpleCode(bits, occurring);
    return;
  }
  const runs = runsOf(lengths);
  const counts = new Uint32Array(ORDER.length);
  for (const [symbol] of runs) counts[symbol]! += 1;
  const code = prefixCodeOf(counts, LONGEST_OF_LENGTHS);
  let stored = ORDER.length;
  while (stored > 4 && code.lengths[ORDER[stored - 1]!] === 0) stored -= 1;
  bits.write(0, 1);
  bits.write(stored - 4, 4);
  for (const symbol of ORDER.slice(0, stored)) bits.write(code.lengths[symbol]!, 3);
  // No shortened alphabet: the lengths of all symbols follow.
  bits.write(0, 1);
  for (const [symbol, extra, extraBits] of runs) {
    writeSymbol(bits, code, symbol);
    bits.write(extra, extraBits);
  }
};

/** Writes a simple code length code: one or two symbols, stored by their values. */
const writeSimpleCode = (bits: BitWriter, [first = 0, second]: number[]): void => {
  bits.write(1, 1);
  bits.write(second === undefined ? 0 : 1, 1);
  bits.write(first > 1 ? 1 : 0, 1);
  bits.write(first, first > 1 ? 8 : 1);
  if (second !== undefined) bits.write(second, 8);
};

type Run = [symbol: number, extra: number, extraBits: number];

const runsOf = (lengths: Uint8Array): Run[] => {
  const runs: Run[] = [];
  let at = 0;
  while (at < lengths.length) {
    const length = lengths[at]!;
    let end = at + 1;
    while (end < lengths.length && lengths[end] === length) end += 1;
    if (length > 0) {
      runs.push([length, 0, 0]);
      at += 1;
    }
    while (end - at >= 3) {
      const most = length > 0 ? 6 : end - at > 10 ? 138 : 10;
      const times = Math.min(most, end - at);
      if (length > 0) runs.push([REPEAT, times - 3, 2]);
      else runs.push(most === 10 ? [FEW_ZEROS, times - 3, 3] : [MANY_ZEROS, times - 11, 7]);
      at += times;
    }
    for (; at < end; at += 1) runs.push([length, 0, 0]);
  }
  return runs;
};
