import { fromLinear, toLinear } from './tables.ts';

export type Lab = [l: number, a: number, b: number];

const D65 = [0.95047, 1, 1.08883] as const;
const root = (t: number) => (t > 216 / 24389 ? Math.cbrt(t) : (24389 / 27 / 116) * t + 16 / 116);
const cube = (t: number) => (t ** 3 > 216 / 24389 ? t ** 3 : ((t - 16 / 116) * 116 * 27) / 24389);

/** CIE Lab under daylight. */
export const labOf = (red: number, green: number, blue: number): Lab => {
  const [r, g, b] = [toLinear(red), toLinear(green), toLinear(blue)];
  const x = root((0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / D65[0]);
  const y = root((0.2126729 * r + 0.7151522 * g + 0.072175 * b) / D65[1]);
  const z = root((0.0193339 * r + 0.119192 * g + 0.9503041 * b) / D65[2]);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
};

export const rgbOf = ([l, a, b]: Lab): [number, number, number] => {
  const fy = (l + 16) / 116;
  const x = cube(fy + a / 500) * D65[0];
  const y = cube(fy) * D65[1];
  const z = cube(fy - b / 200) * D65[2];
  return [
    fromLinear(3.2404542 * x - 1.5371385 * y - 0.4985314 * z),
    fromLinear(-0.969266 * x + 1.8760108 * y + 0.041556 * z),
    fromLinear(0.0556434 * x - 0.2040259 * y + 1.0572252 * z),
  ];
};
