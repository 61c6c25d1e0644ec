import type { Plane } from '../pixels.ts';
import { type BitWriter, openBitWriter } from './bit-writer.ts';
import {
  eachToken,
  extraBitsOf,
  extraOf,
  initialCosts,
  lz77Tokens,
  type Prices,
  prefixOf,
  type Tokens,
} from './lz77.ts';
import { type Counts, countsOf, groupsOf } from './meta-prefix-codes.ts';
import { choosePredictors, subtractPredictions, TILE_BITS } from './predictor.ts';
import { type PrefixCode, prefixCodeOf, writeCode, writeSymbol } from './prefix-code.ts';

const LOSSLESS = 1;
const TRANSFORM = 1;
const FORETELLING = 0;
const INDEXING = 3;

/**
 * The transparency of a lossy WebP file: what its ALPH chunk holds, a lossless stream whose green is the opacity.
 * libwebp needs 22 bytes for each pixel to make it; this takes 1 to 3, less time for large pictures, and makes
 * chunks of about the same size. What is in the plane afterwards has no meaning.
 */
export const encodeAlpha = (plane: Plane): Uint8Array => {
  const bits = openBitWriter();
  bits.write(LOSSLESS, 8);
  const values = valuesIn(plane);
  const { data, width } = values.length <= MOST_INDEXED ? index(bits, plane, values) : foretell(bits, plane);
  // No other transform, and no memory of colours.
  bits.write(0, 2);
  const tokens = cheapTokens(data, width);
  const { tileBits, across, groupOf, counts } = groupsOf(tokens, width, data.length / width);
  bits.write(counts.length > 1 ? 1 : 0, 1);
  if (counts.length > 1) {
    bits.write(tileBits - 2, 3);
    writePart(bits, groupOf, across);
  }
  const codes = counts.map((group) => writeCodes(bits, group));
  writeTokens(bits, tokens, (at) => {
    const y = Math.floor(at / width);
    return codes[groupOf[(y >> tileBits) * across + ((at - y * width) >> tileBits)]!]!;
  });
  return bits.end();
};

const valuesIn = ({ data }: Plane): Uint8Array => {
  const occurs = new Uint8Array(256);
  for (let at = 0; at < data.length; at += 1) occurs[data[at]!] = 1;
  return Uint8Array.from([...occurs.keys()].filter((value) => occurs[value] === 1));
};

/** Rows in which each value is the difference from what its neighbours foretell. */
const foretell = (bits: BitWriter, plane: Plane): Pick<Plane, 'width' | 'data'> => {
  const modes = choosePredictors(plane);
  bits.write(TRANSFORM, 1);
  bits.write(FORETELLING, 2);
  bits.write(TILE_BITS - 2, 3);
  writePart(bits, modes, Math.ceil(plane.width / (1 << TILE_BITS)));
  subtractPredictions(plane, modes);
  return plane;
};

const MOST_INDEXED = 16;

/** Rows of indexes into a table of the few values that there are, several in a byte. */
const index = (
  bits: BitWriter,
  { data, width, height }: Plane,
  values: Uint8Array,
): Pick<Plane, 'width' | 'data'> => {
  bits.write(TRANSFORM, 1);
  bits.write(INDEXING, 2);
  bits.write(values.length - 1, 8);
  writePart(
    bits,
    values.map((value, at) => value - (values[at - 1] ?? 0)),
    values.length,
  );
  const inByte = values.length <= 2 ? 8 : values.length <= 4 ? 4 : 2;
  const across = Math.ceil(width / inByte);
  const indexOf = new Uint8Array(256);
  for (const [at, value] of values.entries()) indexOf[value] = at;
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < across; x += 1) {
      const from = y * width + x * inByte;
      const count = Math.min(inByte, width - x * inByte);
      let byte = 0;
      for (let i = 0; i < count; i += 1) byte |= indexOf[data[from + i]!]! << ((i * 8) / inByte);
      data[y * across + x] = byte;
    }
  return { width: across, data: data.subarray(0, across * height) };
};

/** A small picture that says something about the large one: no memory of colours, and one group of codes. */
const writePart = (bits: BitWriter, data: Uint8Array, width: number): void => {
  bits.write(0, 1);
  const tokens = cheapTokens(data, width);
  const codes = writeCodes(bits, countsOf(tokens));
  writeTokens(bits, tokens, () => codes);
};

/** Found twice: the second time by what it takes in the codes of the first. */
const cheapTokens = (data: Uint8Array, width: number): Tokens => {
  const { values, distances } = countsOf(lz77Tokens(data, width, initialCosts()));
  const [valueBits, distanceBits] = [bitsOf(values), bitsOf(distances)];
  const prices: Prices = {
    literal: valueBits.subarray(0, 256),
    length: valueBits.subarray(256).map((price, prefix) => price + extraBitsOf(prefix)),
    distance: distanceBits.map((price, prefix) => price + extraBitsOf(prefix)),
  };
  return lz77Tokens(data, width, prices);
};

const bitsOf = (counts: Uint32Array): Float32Array => {
  const total = counts.reduce((sum, count) => sum + count, 1);
  return Float32Array.from(counts, (count) => Math.log2(total / (count + 0.5)));
};

type Codes = { values: PrefixCode; distances: PrefixCode };

const ZERO_ONLY = prefixCodeOf(Uint32Array.of(1));

const writeCodes = (bits: BitWriter, counts: Counts): Codes => {
  const codes = { values: prefixCodeOf(counts.values), distances: prefixCodeOf(counts.distances) };
  writeCode(bits, codes.values);
  // Red, blue and alpha.
  for (let colour = 0; colour < 3; colour += 1) writeCode(bits, ZERO_ONLY);
  writeCode(bits, codes.distances);
  return codes;
};

const writeTokens = (bits: BitWriter, tokens: Tokens, codesAt: (at: number) => Codes): void => {
  let at = 0;
  eachToken(
    tokens,
    (value) => {
      writeSymbol(bits, codesAt(at).values, value);
      at += 1;
    },
    (length, distanceCode) => {
      const { values, distances } = codesAt(at);
      writeNumber(bits, values, 256, length);
      writeNumber(bits, distances, 0, distanceCode);
      at += length;
    },
  );
};

const writeNumber = (bits: BitWriter, code: PrefixCode, firstSymbol: number, value: number): void => {
  const prefix = prefixOf(value);
  const extra = extraOf(value, prefix);
  const extraBits = extraBitsOf(prefix);
  writeSymbol(bits, code, firstSymbol + prefix);
  bits.write(extra & 0xffff, Math.min(16, extraBits));
  if (extraBits > 16) bits.write(extra >>> 16, extraBits - 16);
};
