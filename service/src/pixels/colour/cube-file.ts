import type { Pixels } from '../pixels.ts';
import { applyTables, tableOf } from './level-tables.ts';
import { applyLut, type Domain, gridPositionsOf } from './lut3d.ts';

/** The content of a .cube file: a 3D grid of colours, or a 1D curve for each of red, green and blue. */
export type CubeTable = {
  dimensions: 1 | 3;
  /** The number of grid points along each axis. */
  size: number;
  domain: Domain;
  /** Red, green and blue of each grid point. 0 is black and 255 is white; values may lie outside this range. */
  colours: Float32Array;
};

/** 65 is the finest grid that grading programs write. */
const LARGEST = { 1: 65_536, 3: 65 } as const;
/** The largest table has 274,625 lines of colours; this leaves room for its comments. */
const MOST_LINES = 300_000;
const LONGEST_LINE = 4096;
const LONGEST_NUMBER = 64;
/** Values are limited to this many times white: larger ones could overflow during interpolation. */
const MOST_TIMES_WHITE = 1000;
const BOM = '\u00ef\u00bb\u00bf';

const FIRST_WORDS = ['#', 'TITLE', 'LUT_', 'DOMAIN_'];

/** True when a file that starts like this is a .cube file. No image format starts with one of its keywords. */
export const looksLikeCube = (start: Buffer): boolean => {
  const text = withoutMark(start.toString('latin1')).trimStart();
  return FIRST_WORDS.some((word) => text.startsWith(word)) && /LUT_[13]D_SIZE/.test(text);
};

const withoutMark = (text: string): string => (text.startsWith(BOM) ? text.slice(BOM.length) : text);

type Reading = {
  dimensions: 1 | 3;
  size: number;
  min: number[];
  max: number[];
  colours: Float32Array | undefined;
  filled: number;
};

/** Reads an untrusted .cube file. Throws an error that names the line and what is wrong with it. */
export const readCube = (bytes: Buffer): CubeTable => {
  const reading: Reading = {
    dimensions: 3,
    size: 0,
    min: [0, 0, 0],
    max: [1, 1, 1],
    colours: undefined,
    filled: 0,
  };
  let line = 0;
  let lineOfDomain = 0;
  for (let from = 0; from < bytes.length; ) {
    line += 1;
    if (line > MOST_LINES) throw new Error(`it has more than ${MOST_LINES} lines`);
    const newLine = bytes.indexOf(0x0a, from);
    const end = newLine < 0 ? bytes.length : newLine;
    if (end - from > LONGEST_LINE) throw new Error(`line ${line} is longer than ${LONGEST_LINE} bytes`);
    const text = withoutMark(bytes.toString('latin1', from, end)).trim();
    from = end + 1;
    if (text === '' || text.startsWith('#')) continue;
    if (text.startsWith('DOMAIN_') || /^LUT_[13]D_INPUT/.test(text)) lineOfDomain = line;
    const wrong = /^[-+.0-9]/.test(text) ? addColour(reading, text) : followKeyword(reading, text);
    if (wrong) throw new Error(`line ${line}${wrong}`);
  }
  const { dimensions, size, min, max, colours, filled } = reading;
  if (!colours) throw new Error(`line ${line} is the last, and the file has no LUT_3D_SIZE or LUT_1D_SIZE`);
  if (filled < colours.length)
    throw new Error(
      `line ${line} is the last, with ${filled / 3} of ${colours.length / 3} colours; the file is cut short`,
    );
  const [red, green, blue] = min.map((low, i) => [low, max[i]!] as const);
  if (!isRange(red) || !isRange(green) || !isRange(blue))
    throw new Error(`line ${lineOfDomain}: the input range must end above its start`);
  const domain: Domain = { min: [red[0], green[0], blue[0]], max: [red[1], green[1], blue[1]] };
  return { dimensions, size, domain, colours };
};

const isRange = (ends: readonly [number, number] | undefined): ends is readonly [number, number] =>
  ends !== undefined && ends[1] > ends[0];

/** Adds one line of the table; returns what is wrong with it, if anything. */
const addColour = (reading: Reading, text: string): string | undefined => {
  const { colours, filled } = reading;
  if (!colours) return ' has a colour before LUT_3D_SIZE or LUT_1D_SIZE';
  const colour = numbersOf(text, 3);
  if (!colour) return ' must have three numbers';
  if (filled === colours.length) return ` is one colour more than the ${colours.length / 3} announced`;
  for (const [i, value] of colour.entries())
    colours[filled + i] = 255 * Math.max(-MOST_TIMES_WHITE, Math.min(MOST_TIMES_WHITE, value));
  reading.filled += 3;
  return undefined;
};

const followKeyword = (reading: Reading, text: string): string | undefined => {
  const [keyword = ''] = text.split(/\s/, 1);
  const rest = text.slice(keyword.length);
  if (keyword !== 'TITLE' && reading.filled > 0) return ' must be a colour: the table has begun';
  switch (keyword) {
    case 'TITLE':
      return undefined;
    case 'LUT_3D_SIZE':
      return setSize(reading, 3, rest);
    case 'LUT_1D_SIZE':
      return setSize(reading, 1, rest);
    case 'DOMAIN_MIN':
    case 'DOMAIN_MAX': {
      const ends = numbersOf(rest, 3);
      if (!ends) return `: ${keyword} must have three numbers`;
      reading[keyword === 'DOMAIN_MIN' ? 'min' : 'max'] = ends;
      return undefined;
    }
    // DaVinci Resolve writes these two keywords instead of DOMAIN_MIN and DOMAIN_MAX.
    case 'LUT_1D_INPUT_RANGE':
    case 'LUT_3D_INPUT_RANGE': {
      const [low, high] = numbersOf(rest, 2) ?? [];
      if (low === undefined || high === undefined) return `: ${keyword} must have two numbers`;
      reading.min = [low, low, low];
      reading.max = [high, high, high];
      return undefined;
    }
    default:
      return /^\w{1,40}$/.test(keyword)
        ? `: ${keyword} is not a known keyword`
        : ' is neither a keyword nor three numbers';
  }
};

const setSize = (reading: Reading, dimensions: 1 | 3, rest: string): string | undefined => {
  if (reading.colours) return ' has a second size: a file with two tables is not supported';
  const [size] = numbersOf(rest, 1) ?? [];
  if (size === undefined || !Number.isInteger(size) || size < 2 || size > LARGEST[dimensions])
    return `: LUT_${dimensions}D_SIZE must be a whole number from 2 to ${LARGEST[dimensions]}`;
  reading.dimensions = dimensions;
  reading.size = size;
  reading.colours = new Float32Array(size ** dimensions * 3);
  return undefined;
};

/** Parses exactly `count` finite numbers; undefined for anything else. */
const numbersOf = (text: string, count: number): number[] | undefined => {
  const words = text.trim().split(/\s+/, count + 1);
  if (words.length !== count) return undefined;
  const numbers = words.map((word) =>
    // Number() alone would also accept 0x10, Infinity and an empty string.
    word.length <= LONGEST_NUMBER && /^[-+.0-9eE]+$/.test(word) ? Number(word) : Number.NaN,
  );
  return numbers.every(Number.isFinite) ? numbers : undefined;
};

/** Applies the table to an image, in place. `strength` 0 changes nothing, 1 applies it fully. */
export const applyCube = (pixels: Pixels, table: CubeTable, strength: number): Pixels => {
  const { dimensions, size, domain, colours } = table;
  if (dimensions === 3) return applyLut(pixels, { size, colours, domain }, strength);
  const [red, green, blue] = gridPositionsOf(size, domain).map((positions, i) =>
    tableOf((level) => {
      const position = positions[level]!;
      const below = Math.min(size - 2, Math.floor(position));
      const [low, high] = [colours[below * 3 + i]!, colours[below * 3 + 3 + i]!];
      return level * (1 - strength) + (low + (high - low) * (position - below)) * strength;
    }),
  );
  return applyTables(pixels, red!, green!, blue!);
};
