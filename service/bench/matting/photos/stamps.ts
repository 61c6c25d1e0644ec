import { hash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { STAMPS } from './packages.ts';

/** A photographed object with true alpha. */
export type Stamp = { name: string; path: string; set: 'tuning' | 'validation' };

/** Held-out objects, to see whether the method generalises: used neither for tuning nor for validation. */
const RESERVED = new Set(
  readFileSync(join(import.meta.dirname, 'reserved-stamps.txt'), 'utf8')
    .split('\n')
    .map((line) => line.replace('./', '')),
);

/** Stamps that are left out: drawings, glows, and other shots of a reserved object. */
const LEFT_OUT =
  /cartoon|_mirror|easter\/(?!daffodil)|halloween|hanukkah|Santa|naturalforces|fireman|dumper|[Cc]andy_cane|button|doll|gnu|pig_golden|guineafowl|stethoscope|syringe/;

const LEAST_SIDE = 130;
const LEAST_PIXELS = 3000;
/**
 * A photograph has at least this many colours per opaque pixel. A drawing has fewer, because it has large areas
 * of one colour.
 */
const LEAST_COLOURS = 0.1;

export const loadStamps = async (): Promise<Stamp[]> => {
  const stamps: Stamp[] = [];
  for (const name of globSync('**/*.png', { cwd: STAMPS }).toSorted()) {
    if (RESERVED.has(name) || LEFT_OUT.test(name)) continue;
    const path = join(STAMPS, name);
    if (!(await isPhoto(path))) continue;
    // A hash of the name decides the set (3 of 5 are for tuning), so an object stays in its set when stamps are
    // added.
    const set = hash('sha256', name, 'buffer')[0]! % 5 < 3 ? 'tuning' : 'validation';
    stamps.push({ name, path, set });
  }
  return stamps;
};

const isPhoto = async (path: string): Promise<boolean> => {
  const { width, height, channels, depth } = await sharp(path).metadata();
  if (channels !== 4 || depth !== 'uchar' || Math.max(width, height) < LEAST_SIDE) return false;
  const data = await sharp(path).raw().toBuffer();
  const colours = new Set<number>();
  let opaque = 0;
  for (let at = 0; at < data.length; at += 4) {
    if (data[at + 3]! <= 250) continue;
    opaque++;
    colours.add((data[at]! << 16) | (data[at + 1]! << 8) | data[at + 2]!);
  }
  return opaque >= LEAST_PIXELS && colours.size > LEAST_COLOURS * opaque;
};
