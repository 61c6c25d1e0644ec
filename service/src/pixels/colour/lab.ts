import { fromLinear, toLinear } from './level-tables.ts';

/** A colour in CIE Lab. */
export type Lab = [l: number, a: number, b: number];

const D65 = [0.95047, 1, 1.08883] as const;

type Row = readonly [number, number, number];

const shareOf = (white: number, row: Row): Row => [row[0] / white, row[1] / white, row[2] / white];

/** The matrix from linear RGB to CIE XYZ, relative to the white point D65. */
export const TO_XYZ: readonly [Row, Row, Row] = [
  shareOf(D65[0], [0.4124564, 0.3575761, 0.1804375]),
  shareOf(D65[1], [0.2126729, 0.7151522, 0.072175]),
  shareOf(D65[2], [0.0193339, 0.119192, 0.9503041]),
];

/** The function f of CIE Lab: a cube root with a linear part near 0. */
export const root = (t: number) => (t > 216 / 24389 ? Math.cbrt(t) : (24389 / 27 / 116) * t + 16 / 116);
const cube = (t: number) => (t ** 3 > 216 / 24389 ? t ** 3 : ((t - 16 / 116) * 116 * 27) / 24389);

/** Converts sRGB (0 to 255) to CIE Lab with the white point D65. */
export const labOf = (red: number, green: number, blue: number): Lab => {
  const [r, g, b] = [toLinear(red), toLinear(green), toLinear(blue)];
  const [[xr, xg, xb], [yr, yg, yb], [zr, zg, zb]] = TO_XYZ;
  const x = root(xr * r + xg * g + xb * b);
  const y = root(yr * r + yg * g + yb * b);
  const z = root(zr * r + zg * g + zb * b);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
};

/** Converts CIE Lab to sRGB (0 to 255, not rounded or clamped). */
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
