import { length2 } from './vectors.ts';

type Point = readonly [x: number, y: number];

const arc = (x: number, y: number, wide: number, high: number, from: number, to: number): Point[] =>
  Array.from({ length: 13 }, (_, step) => {
    const radians = ((from + ((to - from) * step) / 12) * Math.PI) / 180;
    return [x + wide * Math.cos(radians), y + high * Math.sin(radians)] as const;
  });

/** Letters as pen strokes, from 0 at the baseline to 1 at the top. */
const LETTERS: Record<string, { width: number; ways: (readonly Point[])[] }> = {
  A: {
    width: 0.76,
    ways: [
      [
        [0, 0],
        [0.38, 1],
        [0.76, 0],
      ],
      [
        [0.13, 0.34],
        [0.63, 0.34],
      ],
    ],
  },
  D: { width: 0.68, ways: [[[0, 0], ...arc(0.24, 0.5, 0.44, 0.5, -90, 90), [0, 1], [0, 0]]] },
  E: {
    width: 0.5,
    ways: [
      [
        [0.5, 0],
        [0, 0],
        [0, 1],
        [0.5, 1],
      ],
      [
        [0, 0.52],
        [0.42, 0.52],
      ],
    ],
  },
  N: {
    width: 0.66,
    ways: [
      [
        [0, 0],
        [0, 1],
        [0.66, 0],
        [0.66, 1],
      ],
    ],
  },
  O: { width: 0.9, ways: [[...arc(0.45, 0.5, 0.45, 0.5, 0, 180), ...arc(0.45, 0.5, 0.45, 0.5, 180, 360)]] },
  P: { width: 0.54, ways: [[[0, 0], [0, 1], ...arc(0.28, 0.74, 0.26, 0.26, 90, -90), [0, 0.48]]] },
  R: {
    width: 0.56,
    ways: [
      [[0, 0], [0, 1], ...arc(0.28, 0.74, 0.26, 0.26, 90, -90), [0, 0.48]],
      [
        [0.26, 0.48],
        [0.56, 0],
      ],
    ],
  },
  S: {
    width: 0.54,
    ways: [[...arc(0.27, 0.75, 0.25, 0.25, 35, 270), ...arc(0.27, 0.25, 0.27, 0.25, 90, -145)]],
  },
  T: {
    width: 0.62,
    ways: [
      [
        [0, 1],
        [0.62, 1],
      ],
      [
        [0.31, 1],
        [0.31, 0],
      ],
    ],
  },
};
const SPACE = 0.45;

/** The distance of a point from the strokes of a line of letters, 1 high and centred at 0, 0. */
export const lettering = (text: string, gap: number): ((x: number, y: number) => number) => {
  const pieces: number[] = [];
  let end = 0;
  for (const letter of text) {
    const { width, ways } = LETTERS[letter] ?? { width: SPACE, ways: [] };
    for (const way of ways)
      for (const [i, [x, y]] of way.slice(1).entries()) pieces.push(end + way[i]![0], way[i]![1], end + x, y);
    end += width + gap;
  }
  const middle = (end - gap) / 2;
  return (x, y) => {
    let nearest = Number.POSITIVE_INFINITY;
    for (let i = 0; i < pieces.length; i += 4) {
      const [px, py] = [x + middle - pieces[i]!, y + 0.5 - pieces[i + 1]!];
      const [wayX, wayY] = [pieces[i + 2]! - pieces[i]!, pieces[i + 3]! - pieces[i + 1]!];
      const along = (px * wayX + py * wayY) / (wayX * wayX + wayY * wayY || 1);
      const t = Math.max(0, Math.min(1, along));
      nearest = Math.min(nearest, length2(px - wayX * t, py - wayY * t));
    }
    return nearest;
  };
};
