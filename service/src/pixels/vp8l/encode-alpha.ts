import type { Plane } from '../pixels.ts';
import { type BitWriter, openBitWriter } from './bit-writer.ts';
import {
  type Costs,
  eachToken,
  extraBitsOf,
  extraOf,
  initialCosts,
  lz77Tokens,
  prefixOf,
  type Tokens,
} from './lz77.ts';
import { choosePredictors, subtractPredictions, TILE_BITS } from './predictor.ts';
import { type PrefixCode, prefixCodeOf, writeCode, writeSymbol } from './prefix-code.ts';
import { type Histogram, histogramOf, prefixCodeGroups } from './prefix-code-groups.ts';

const LOSSLESS = 1;
const TRANSFORM_PRESENT = 1;
const PREDICTOR_TRANSFORM = 0;
const COLOUR_INDEXING_TRANSFORM = 3;

/**
 * Encodes the alpha channel of a lossy WebP file: the content of its ALPH chunk, a VP8L stream whose green channel is the
 * alpha. libwebp needs 22 to 32 bytes of memory for each pixel, this encoder 1 to 3 (decision 0010 has the figures).
 * Overwrites the plane.
 */
export const encodeAlpha = (plane: Plane): Uint8Array => {
  const bits = openBitWriter();
  bits.write(LOSSLESS, 8);
  const values = valuesIn(plane);
  const { data, width } =
    values.length <= MOST_INDEXED ? applyColourIndexing(bits, plane, values) : applyPredictors(bits, plane);
  // No further transform, and no colour cache.
  bits.write(0, 2);
  const tokens = tokensInTwoPasses(data, width);
  const { tileBits, across, groupOf, counts } = prefixCodeGroups(tokens, width, data.length / width);
  bits.write(counts.length > 1 ? 1 : 0, 1);
  if (counts.length > 1) {
    bits.write(tileBits - 2, 3);
    writeSubImage(bits, groupOf, across);
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

/** Writes the predictor transform and replaces the values by their residuals. */
const applyPredictors = (bits: BitWriter, plane: Plane): Pick<Plane, 'width' | 'data'> => {
  const modes = choosePredictors(plane);
  bits.write(TRANSFORM_PRESENT, 1);
  bits.write(PREDICTOR_TRANSFORM, 2);
  bits.write(TILE_BITS - 2, 3);
  writeSubImage(bits, modes, Math.ceil(plane.width / (1 << TILE_BITS)));
  subtractPredictions(plane, modes);
  return plane;
};

const MOST_INDEXED = 16;

/** Writes the colour indexing transform (a palette) and packs the indexes, 2, 4 or 8 of them in a byte. */
const applyColourIndexing = (
  bits: BitWriter,
  { data, width, height }: Plane,
  values: Uint8Array,
): Pick<Plane, 'width' | 'data'> => {
  bits.write(TRANSFORM_PRESENT, 1);
  bits.write(COLOUR_INDEXING_TRANSFORM, 2);
  bits.write(values.length - 1, 8);
  writeSubImage(
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

/** Writes an image that describes the main one (predictors, palette, entropy image): no colour cache, one group. */
const writeSubImage = (bits: BitWriter, data: Uint8Array, width: number): void => {
  bits.write(0, 1);
  const tokens = tokensInTwoPasses(data, width);
  const codes = writeCodes(bits, histogramOf(tokens));
  writeTokens(bits, tokens, () => codes);
};

/** Searches the tokens twice: the second pass takes its costs from the statistics of the first. */
const tokensInTwoPasses = (data: Uint8Array, width: number): Tokens => {
  const { values, distances } = histogramOf(lz77Tokens(data, width, initialCosts()));
  const [valueBits, distanceBits] = [bitsOf(values), bitsOf(distances)];
  const costs: Costs = {
    literal: valueBits.subarray(0, 256),
    length: valueBits.subarray(256).map((cost, prefix) => cost + extraBitsOf(prefix)),
    distance: distanceBits.map((cost, prefix) => cost + extraBitsOf(prefix)),
  };
  return lz77Tokens(data, width, costs);
};

const bitsOf = (counts: Uint32Array): Float32Array => {
  const total = counts.reduce((sum, count) => sum + count, 1);
  return Float32Array.from(counts, (count) => Math.log2(total / (count + 0.5)));
};

type Codes = { values: PrefixCode; distances: PrefixCode };

const ZERO_ONLY = prefixCodeOf(Uint32Array.of(1));

const writeCodes = (bits: BitWriter, counts: Histogram): Codes => {
  const codes = { values: prefixCodeOf(counts.values), distances: prefixCodeOf(counts.distances) };
  writeCode(bits, codes.values);
  // Red, blue and alpha are always 0.
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
