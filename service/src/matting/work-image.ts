import type { Pixels } from '../pixels/pixels.ts';

/** A small copy of the image in planes, 0 to 255. The object is found on it; only its edge is computed at full size. */
export type WorkImage = {
  width: number;
  height: number;
  red: Float32Array;
  green: Float32Array;
  blue: Float32Array;
};

/** The longer side of the small copy is at most this, in pixels. */
const WORKING_SIDE = 900;

/** Makes the small copy. Each of its pixels is the mean of the area that it covers. */
export const workImageOf = ({ width, height, channels, data }: Pixels): WorkImage => {
  const scale = Math.min(1, WORKING_SIDE / Math.max(width, height));
  const [toWidth, toHeight] = [
    Math.max(1, Math.round(width * scale)),
    Math.max(1, Math.round(height * scale)),
  ];
  const plane = () => new Float32Array(toWidth * toHeight);
  const work = { width: toWidth, height: toHeight, red: plane(), green: plane(), blue: plane() };
  const columns = sharesOf(width, toWidth);
  const rows = sharesOf(height, toHeight);
  const [red, green, blue] = [0, 1, 2].map(() => new Float32Array(toWidth + 1)) as [
    Float32Array,
    Float32Array,
    Float32Array,
  ];
  for (let y = 0; y < height; y++) {
    for (const line of [red, green, blue]) line.fill(0);
    for (let x = 0, at = y * width * channels; x < width; x++, at += channels) {
      const to = columns.first[x]!;
      const own = columns.share[x]!;
      const rest = columns.whole - own;
      red[to]! += own * data[at]!;
      green[to]! += own * data[at + 1]!;
      blue[to]! += own * data[at + 2]!;
      if (rest <= 0) continue;
      red[to + 1]! += rest * data[at]!;
      green[to + 1]! += rest * data[at + 1]!;
      blue[to + 1]! += rest * data[at + 2]!;
    }
    const to = rows.first[y]!;
    const own = rows.share[y]!;
    for (const [row, share] of [
      [to, own],
      [to + 1, rows.whole - own],
    ] as const) {
      if (share <= 0 || row >= toHeight) continue;
      for (let x = 0, i = row * toWidth; x < toWidth; x++, i++) {
        work.red[i]! += share * red[x]!;
        work.green[i]! += share * green[x]!;
        work.blue[i]! += share * blue[x]!;
      }
    }
  }
  return work;
};

/**
 * For each source pixel: the first target pixel that it overlaps, and the fraction of that target pixel that it
 * covers.
 */
const sharesOf = (length: number, toLength: number) => {
  const whole = toLength / length;
  const first = new Int32Array(length);
  const share = new Float32Array(length);
  for (let i = 0; i < length; i++) {
    const start = (i * toLength) / length;
    first[i] = Math.min(toLength - 1, Math.floor(start + 1e-9));
    share[i] = Math.min(whole, first[i]! + 1 - start);
    if (whole - share[i]! < 1e-6) share[i] = whole;
  }
  return { whole, first, share };
};
