type Row = readonly [number, number, number];

/**
 * An affine map from the pixels of one image to those of another, as the two rows of a matrix: x' = a x + b y + c and
 * y' = d x + e y + f. The top left corner of an image is (0, 0), and the middle of its first pixel is (0.5, 0.5).
 */
export type Transform = readonly [Row, Row];

export const translateBy = (x: number, y: number): Transform => [
  [1, 0, x],
  [0, 1, y],
];

const scaleBy = (x: number, y: number): Transform => [
  [x, 0, 0],
  [0, y, 0],
];

export const IDENTITY: Transform = translateBy(0, 0);

type Size = { width: number; height: number };

/** Scales an image of one size to another. */
export const scaleTo = (before: Size, after: Size): Transform =>
  scaleBy(after.width / before.width, after.height / before.height);

/** Rotates clockwise around the top left corner. */
export const rotateBy = (degrees: number): Transform => {
  const angle = (degrees * Math.PI) / 180;
  return [
    [Math.cos(angle), -Math.sin(angle), 0],
    [Math.sin(angle), Math.cos(angle), 0],
  ];
};

/** Rotates an image clockwise around its middle, which becomes the middle of an image of the size `after`. */
export const rotateAroundMiddle = (before: Size, after: Size, degrees: number): Transform =>
  compose(
    translateBy(-before.width / 2, -before.height / 2),
    rotateBy(degrees),
    translateBy(after.width / 2, after.height / 2),
  );

/** Mirrors an image of this size: left and right, top and bottom, or both. */
export const mirrorImage = ({ width, height }: Size, leftRight: boolean, topBottom: boolean): Transform => [
  [leftRight ? -1 : 1, 0, leftRight ? width : 0],
  [0, topBottom ? -1 : 1, topBottom ? height : 0],
];

/** Combines maps that are applied one after another into one. */
export const compose = (...transforms: readonly Transform[]): Transform =>
  transforms.reduce(
    (first, second) => second.map((row) => after(first, row)) as unknown as Transform,
    IDENTITY,
  );

const after = ([x, y]: Transform, [a, b, c]: Row): Row => [
  a * x[0] + b * y[0],
  a * x[1] + b * y[1],
  a * x[2] + b * y[2] + c,
];

/**
 * Turns the pixels of a file upright by its EXIF orientation, 1 to 8; any other value counts as upright.
 * `stored` is the size before the turn.
 */
export const uprightBy = (orientation: number | undefined, stored: Size): Transform => {
  const { width, height } = stored;
  const turned = { width: height, height: width };
  switch (orientation) {
    case 2:
      return mirrorImage(stored, true, false);
    case 3:
      return mirrorImage(stored, true, true);
    case 4:
      return mirrorImage(stored, false, true);
    case 5:
      return compose(rotateAroundMiddle(stored, turned, 90), mirrorImage(turned, true, false));
    case 6:
      return rotateAroundMiddle(stored, turned, 90);
    case 7:
      return compose(rotateAroundMiddle(stored, turned, 90), mirrorImage(turned, false, true));
    case 8:
      return rotateAroundMiddle(stored, turned, -90);
    default:
      return IDENTITY;
  }
};

const DIGITS = 1e6;

/** Rounds the numbers to six decimals: the rest is noise of the floating-point arithmetic. */
export const roundTransform = (transform: Transform): Transform =>
  // Adding 0 turns -0 into 0.
  transform.map((row) =>
    row.map((number) => Math.round(number * DIGITS) / DIGITS + 0),
  ) as unknown as Transform;
