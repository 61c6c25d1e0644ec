import { ellipse, lathe, type Point, smooth, stroke } from './coverage.ts';
import type { Random } from './random.ts';

/** The outline of an object around the origin, about 2 units high, y down. Holes are cut out of all solids. */
export type Outline = { solids: Point[][]; holes: Point[][] };

export const OBJECTS = {
  bottle: (random: Random): Outline => {
    const neck = random.between(0.1, 0.17);
    const body = random.between(0.28, 0.42);
    const shoulder = random.between(-0.45, -0.15);
    return {
      solids: [
        lathe([
          [neck * 1.15, -0.98],
          [neck * 1.15, -0.86],
          [neck, -0.85],
          [neck, shoulder - 0.25],
          [body, shoulder + 0.1],
          [body, 0.9],
          [body * 0.93, 0.97],
        ]),
      ],
      holes: [],
    };
  },
  shoe: (random: Random): Outline => {
    const heel = random.between(-0.45, -0.3);
    return {
      solids: [
        smooth([
          [-0.95, heel],
          [-0.7, heel - 0.18],
          [-0.42, heel],
          [-0.1, -0.02],
          [0.4, 0.12],
          [0.85, 0.22],
          [1.0, 0.4],
          [0.93, 0.52],
          [0.2, 0.55],
          [-0.5, 0.54],
          [-0.93, 0.53],
          [-0.99, 0.2],
        ]),
      ],
      holes: [],
    };
  },
  dress: (random: Random): Outline => {
    const waist = random.between(0.2, 0.28);
    const hem = random.between(0.5, 0.75);
    const folds = Math.round(random.between(3, 7));
    const side = lathe([
      [0.3, -0.95],
      [0.34, -0.6],
      [waist, -0.2],
      [waist + 0.1, 0.1],
      [hem, 0.9],
    ]);
    const half = side.length / 2;
    const wave: Point[] = Array.from({ length: 60 }, (_, i) => {
      const t = (i + 1) / 61;
      return [hem * (1 - 2 * t), 0.9 + 0.05 * Math.sin(t * folds * 2 * Math.PI)];
    });
    const neckline: Point[] = Array.from({ length: 20 }, (_, i) => {
      const t = (i + 1) / 21;
      return [-0.17 + 0.34 * t, -0.95 + 0.28 * Math.sin(Math.PI * t)];
    });
    return { solids: [[...side.slice(0, half), ...wave, ...side.slice(half), ...neckline]], holes: [] };
  },
  mug: (random: Random): Outline => {
    const body = random.between(0.5, 0.62);
    const reach = random.between(0.34, 0.44);
    return {
      solids: [
        lathe([
          [body, -0.7],
          [body, 0.6],
          [body * 0.9, 0.72],
        ]),
        ellipse(body, -0.02, reach, 0.45),
      ],
      // The hole lies beside the body, so it does not cut into the body.
      holes: [ellipse(body + 0.5 * (reach - 0.11), -0.02, 0.5 * (reach - 0.13), 0.29)],
    };
  },
  ring: (random: Random): Outline => {
    const outer = random.between(0.72, 0.85);
    const band = random.between(0.1, 0.2);
    return {
      solids: [
        ellipse(0, 0.1, outer, outer),
        [
          [-0.2, -outer + 0.18],
          [-0.27, -outer - 0.06],
          [-0.12, -outer - 0.18],
          [0.12, -outer - 0.18],
          [0.27, -outer - 0.06],
          [0.2, -outer + 0.18],
        ],
      ],
      holes: [ellipse(0, 0.1, outer - band, outer - band)],
    };
  },
  bag: (random: Random): Outline => {
    const width = random.between(0.6, 0.8);
    const handle = random.between(0.38, 0.48);
    return {
      solids: [
        smooth([
          [-width * 0.9, -0.15],
          [width * 0.9, -0.15],
          [width, 0.8],
          [0.6 * width, 0.86],
          [-0.6 * width, 0.86],
          [-width, 0.8],
        ]),
        ellipse(0, -0.2, handle, 0.66),
      ],
      holes: [
        Array.from({ length: 40 }, (_, i): Point => {
          const angle = Math.PI + (i / 39) * Math.PI;
          return [(handle - 0.09) * Math.cos(angle), -0.24 + 0.52 * Math.sin(angle)];
        }),
      ],
    };
  },
  chair: (random: Random): Outline => {
    const leg = random.between(0.06, 0.1);
    const bar = (x0: number, y0: number, x1: number, y1: number): Point[] =>
      stroke(
        [
          [x0, y0],
          [x1, y1],
        ],
        leg,
        leg,
      );
    return {
      solids: [
        bar(-0.45, -0.95, -0.4, 0.1),
        bar(0.45, -0.95, 0.4, 0.1),
        bar(-0.47, -0.9, 0.47, -0.9),
        bar(-0.43, -0.5, 0.43, -0.5),
        [
          [-0.5, 0.02],
          [0.5, 0.02],
          [0.58, 0.2],
          [-0.58, 0.2],
        ],
        bar(-0.5, 0.15, -0.6, 0.95),
        bar(0.5, 0.15, 0.6, 0.95),
        bar(-0.55, 0.6, 0.55, 0.6),
      ],
      holes: [],
    };
  },
  vase: (random: Random): Outline => ({
    solids: [
      lathe([
        [0.3, -0.9],
        [0.16, -0.6],
        [random.between(0.45, 0.62), 0.15],
        [0.25, 0.85],
        [0.28, 0.92],
      ]),
    ],
    holes: [],
  }),
} as const;

export type ObjectName = keyof typeof OBJECTS;

/** Strands that leave the upper outline of an ellipse: hair, fur, bristles. Coordinates as in an outline. */
export const strands = (random: Random, count: number, rx: number, ry: number, width: number): Point[][] =>
  Array.from({ length: count }, () => {
    const angle = random.between(Math.PI * 0.85, Math.PI * 2.15);
    const length = random.between(0.12, 0.42);
    const bend = random.between(-0.6, 0.6);
    const line = Array.from({ length: 9 }, (_, i): Point => {
      const t = i / 8;
      const turned = angle + bend * t * t;
      return [
        rx * 0.9 * Math.cos(angle) + length * t * Math.cos(turned),
        ry * 0.9 * Math.sin(angle) + length * t * Math.sin(turned),
      ];
    });
    return stroke(line, width * random.between(0.7, 1.6), width * 0.3);
  });
