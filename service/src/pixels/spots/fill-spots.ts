import { type Box, lumaAt, type Pixels } from '../pixels.ts';
import type { Spot } from './find-spots.ts';
import { OUTLIER_TIMES, ringAround, surroundingsOf } from './surroundings.ts';

/**
 * The width of the margin that is filled together with a spot, in pixels: the faintest pixels of the spot lie there.
 */
const AROUND = 2;
const LEAST_WIDE = 6;

/** Fills each spot with the colours and the grain of its surroundings, in place. */
export const fillSpots = (pixels: Pixels, spots: readonly Spot[]): Pixels => {
  for (const spot of spots) fillSpot(pixels, spot);
  return pixels;
};

const fillSpot = (pixels: Pixels, spot: Spot): void => {
  const { width, channels, data } = pixels;
  const wide = Math.max(LEAST_WIDE, Math.round(Math.max(spot.box.width, spot.box.height) / 2));
  const around = surroundingsOf(pixels, spot.box, { gap: AROUND, wide, contrast: 0 });
  const isLike = (at: number) =>
    Math.abs(lumaAt(data, at * channels) - around.median) <= OUTLIER_TIMES * around.spread;
  const like = Int32Array.from(ringAround(pixels, spot.box, AROUND, wide)).filter(isLike);
  if (like.length === 0) return;
  const places = widened(pixels, spot.places);
  const grainFrom = elsewhere(pixels, spot.box, places, isLike);
  for (let i = 0; i < 3; i += 1) {
    const slope = slopeThrough(pixels, like, i);
    const grain = (index: number): number => {
      // Without a clean patch as large as the spot, the grain comes from single pixels around the spot.
      const at = grainFrom ? places[index]! + grainFrom : like[(index * 7919) % like.length]!;
      return data[at * channels + i]! - slope(at % width, Math.floor(at / width));
    };
    const levels = Array.from(
      places,
      (at, index) => slope(at % width, Math.floor(at / width)) + grain(index),
    );
    const drift = places.reduce((sum, _, index) => sum + grain(index), 0) / places.length;
    for (const [index, at] of places.entries())
      data[at * channels + i] = Math.max(0, Math.min(255, Math.round(levels[index]! - drift)));
  }
};

const widened = ({ width, height }: Pixels, places: Int32Array): Int32Array => {
  const wide = new Set<number>();
  for (const at of places) {
    const x = at % width;
    const y = (at - x) / width;
    for (let v = Math.max(0, y - AROUND); v <= Math.min(height - 1, y + AROUND); v += 1)
      for (let u = Math.max(0, x - AROUND); u <= Math.min(width - 1, x + AROUND); u += 1)
        wide.add(v * width + u);
  }
  return Int32Array.from(wide);
};

/** The index offset to a clean patch beside the spot, as large as the spot. */
const elsewhere = (
  { width, height }: Pixels,
  box: Box,
  places: Int32Array,
  isLike: (at: number) => boolean,
): number | undefined => {
  const across = box.width + 2 * AROUND + 1;
  const along = box.height + 2 * AROUND + 1;
  for (const [dx, dy] of [
    [across, 0],
    [-across, 0],
    [0, along],
    [0, -along],
    [across, along],
    [-across, -along],
    [across, -along],
    [-across, along],
  ] as const) {
    const [left, top] = [box.left - AROUND + dx, box.top - AROUND + dy];
    if (left < 0 || top < 0 || left + across > width || top + along > height) continue;
    const way = dy * width + dx;
    if (places.every((at) => isLike(at + way))) return way;
  }
  return undefined;
};

/** Fits a plane to one channel of these pixels (least squares): a backdrop is often lit from one side. */
const slopeThrough = ({ width, channels, data }: Pixels, places: Int32Array, i: number) => {
  const mean = { x: 0, y: 0, level: 0 };
  for (const at of places) {
    mean.x += (at % width) / places.length;
    mean.y += Math.floor(at / width) / places.length;
    mean.level += data[at * channels + i]! / places.length;
  }
  let [xx, xy, yy, xl, yl] = [0, 0, 0, 0, 0];
  for (const at of places) {
    const x = (at % width) - mean.x;
    const y = Math.floor(at / width) - mean.y;
    const level = data[at * channels + i]! - mean.level;
    xx += x * x;
    xy += x * y;
    yy += y * y;
    xl += x * level;
    yl += y * level;
  }
  const area = xx * yy - xy * xy;
  const across = area > 0 ? (xl * yy - yl * xy) / area : 0;
  const along = area > 0 ? (yl * xx - xl * xy) / area : 0;
  return (x: number, y: number): number => mean.level + across * (x - mean.x) + along * (y - mean.y);
};
