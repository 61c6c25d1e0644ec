import { type Box, cutBox, type Pixels } from '../pixels/pixels.ts';

/** The object mirrored below its foot, fading downwards. Column by column, so that a round foot touches its image. */
export const reflection = (
  pixels: Pixels,
  subject: Box,
  { length, opacity, extend }: { length: number; opacity: number; extend: boolean },
): Pixels => {
  const reach = Math.max(1, Math.round((subject.height * length) / 100));
  const foot = subject.top + subject.height;
  const height = extend ? Math.max(pixels.height, foot + reach) : pixels.height;
  const { width } = pixels;
  const source = pixels.data;
  const out = cutBox(pixels, { left: 0, top: 0, width, height }, [0, 0, 0, 0]);
  const grounds = groundsOf(pixels, subject);
  for (let x = subject.left; x < subject.left + subject.width; x += 1) {
    const ground = grounds[x - subject.left]!;
    for (let y = ground; y < Math.min(height, foot + reach); y += 1) {
      const mirrored = 2 * ground - 1 - y;
      if (mirrored < subject.top) break;
      const from = (mirrored * width + x) * 4;
      const to = (y * width + x) * 4;
      const fade = Math.max(0, 1 - (y - ground) / reach);
      const own = out.data[to + 3]! / 255;
      const under = (source[from + 3]! / 255) * opacity * fade * fade * (1 - own);
      const alpha = own + under;
      if (under === 0) continue;
      for (let i = 0; i < 3; i += 1)
        out.data[to + i] = (out.data[to + i]! * own + source[from + i]! * under) / alpha + 0.5;
      out.data[to + 3] = alpha * 255 + 0.5;
    }
  }
  return out;
};

/** How far above the lowest point an edge may lie and still stand on the ground: a handle does not. */
const STANDING = 0.05;

/** Where each column meets the ground. What does not stand itself is mirrored at the end of what does. */
const groundsOf = ({ width, data }: Pixels, subject: Box): Int32Array => {
  const foot = subject.top + subject.height;
  const highest = Math.max(subject.top, Math.floor(foot - subject.height * STANDING));
  const grounds = new Int32Array(subject.width);
  for (let x = 0; x < subject.width; x += 1)
    for (let y = foot - 1; y >= highest && grounds[x] === 0; y -= 1)
      if (data[(y * width + subject.left + x) * 4 + 3]! >= 128) grounds[x] = y + 1;
  const first = grounds.findIndex((ground) => ground > 0);
  const last = grounds.findLastIndex((ground) => ground > 0);
  for (let x = 0; x < subject.width; x += 1) {
    if (x < first) grounds[x] = grounds[first]!;
    else if (x > last) grounds[x] = grounds[last] ?? foot;
    else if (grounds[x] === 0) grounds[x] = grounds[x - 1] ?? foot;
  }
  return grounds;
};
