/** A size in pixels. */
export type Size = { width: number; height: number };

/**
 * The part of an image that is in view. `factor` says how much larger the image is than when it fits the pane. `x`
 * and `y` are the point in the middle of the pane, as fractions of the image's width and height. Two panes with the
 * same view show the same part of two images, whatever their sizes.
 */
export type View = { factor: number; x: number; y: number };

export const FIT: View = { factor: 1, x: 0.5, y: 0.5 };

/** The largest zoom: one pixel of the image is four screen pixels wide. */
const MAX_ZOOM = 4;
const EDGE_PX = 16;

/** The number of CSS pixels for each pixel of an image that fits its pane. */
const fitScale = (pane: Size, image: Size, density: number): number =>
  Math.min(
    Math.max(1, pane.width - 2 * EDGE_PX) / image.width,
    Math.max(1, pane.height - 2 * EDGE_PX) / image.height,
    MAX_ZOOM / density,
  );

/** The factor at which one pixel of the image is `zoom` screen pixels wide. */
export const factorFor = (zoom: number, pane: Size, image: Size, density: number): number =>
  zoom / density / fitScale(pane, image, density);

/** The width of one pixel of the image in screen pixels: 1 at 100 %. */
export const zoomOf = (view: View, pane: Size, image: Size, density: number): number =>
  view.factor * fitScale(pane, image, density) * density;

/**
 * Keeps the image in the pane and limits its zoom: at least 100 % or the zoom at which the image fits, whichever is
 * less, and at most 400 %.
 */
export const clampView = (view: View, pane: Size, image: Size, density: number): View => {
  const whole = factorFor(1, pane, image, density);
  const least = Math.min(1, whole);
  const most = Math.max(1, factorFor(MAX_ZOOM, pane, image, density));
  const factor = Math.min(most, Math.max(least, view.factor));
  const scale = factor * fitScale(pane, image, density);
  const keep = (at: number, pixels: number, room: number): number => {
    const half = room / 2 / (pixels * scale);
    return half >= 0.5 ? 0.5 : Math.min(1 - half, Math.max(half, at));
  };
  return {
    factor,
    x: keep(view.x, image.width, pane.width),
    y: keep(view.y, image.height, pane.height),
  };
};

/**
 * The place of the image in the pane: the position of its upper left corner, and `scale`, the number of CSS pixels
 * for each pixel of the image.
 */
export const placeOf = (view: View, pane: Size, image: Size, density: number) => {
  const scale = view.factor * fitScale(pane, image, density);
  return {
    scale,
    left: pane.width / 2 - view.x * image.width * scale,
    top: pane.height / 2 - view.y * image.height * scale,
  };
};

/** Zooms by a factor and keeps the point under `at`, in CSS pixels of the pane, where it is. */
export const zoomedAt = (
  view: View,
  by: number,
  at: { x: number; y: number },
  { pane, image, density }: { pane: Size; image: Size; density: number },
): View => {
  const before = placeOf(view, pane, image, density);
  const factor = clampView({ ...view, factor: view.factor * by }, pane, image, density).factor;
  const scale = factor * fitScale(pane, image, density);
  const point = { x: (at.x - before.left) / before.scale, y: (at.y - before.top) / before.scale };
  const middle = {
    x: (point.x + (pane.width / 2 - at.x) / scale) / image.width,
    y: (point.y + (pane.height / 2 - at.y) / scale) / image.height,
  };
  return clampView({ factor, ...middle }, pane, image, density);
};

/** Moves the image by the given distance in CSS pixels. */
export const panned = (
  view: View,
  by: { x: number; y: number },
  { pane, image, density }: { pane: Size; image: Size; density: number },
): View => {
  const scale = view.factor * fitScale(pane, image, density);
  return clampView(
    {
      ...view,
      x: view.x - by.x / (image.width * scale),
      y: view.y - by.y / (image.height * scale),
    },
    pane,
    image,
    density,
  );
};
