import { compose, scaleTo, type Transform, translateBy } from '../../../domain/images/transform.ts';
import { Type } from '../../../schema/typebox.ts';
import { component, type Size } from '../../definition/component.ts';
import {
  choice,
  fillColour,
  isOpaque,
  POSITIONS,
  type Position,
  placeBox,
  resolveFillColour,
  side,
} from '../../definition/param-kinds.ts';

export const resize = component({
  name: 'resize',
  title: 'Resize',
  sentence: 'Resizes the image. The aspect ratio is kept unless the fit is "fill".',
  credits: 0,
  params: Type.Object(
    {
      width: side('Width in pixels; 0 derives it from the height.'),
      height: side('Height in pixels; 0 derives it from the width.'),
      fit: choice(
        ['inside', 'outside', 'cover', 'contain', 'fill'],
        'inside',
        'inside: no side is larger than asked. outside: no side is smaller than asked. cover: fill the size and crop. contain: fit into the size and pad. fill: stretch.',
      ),
      position: choice(
        POSITIONS,
        'center',
        'With the fit "cover", the part to keep; with "contain", where the image is placed.',
      ),
      background: fillColour('With the fit "contain", the colour of the padding.'),
      enlarge: Type.Boolean({
        default: false,
        description:
          'Also enlarge smaller images. Without it, the fit "cover" leaves a side that is too short as it is.',
      }),
      kernel: choice(
        ['lanczos3', 'lanczos2', 'mitchell', 'cubic', 'nearest'],
        'lanczos3',
        'The resampling kernel. "nearest" keeps hard edges.',
      ),
    },
    { additionalProperties: false },
  ),
  inputParams: [],
  enlargement: (params, before) => {
    if (!params.enlarge) return 1;
    const { across, down, whole } = scalesOf(params, before);
    return params.fit === 'fill' ? Math.max(across, down) : whole;
  },
  pixelParams: () => ['width', 'height'],
  sizeAfter: (params, before) => {
    const { width, height, fit } = params;
    const whole = scaledSize(params, before);
    if (fit === 'contain') return { width: width || whole.width, height: height || whole.height };
    return fit === 'cover' ? keptSize(params, whole) : whole;
  },
  transform: (params, before) => placementOf(params, before),
  stages: () => ['resize', 'resize'],
  alphaAfter: ({ fit, background }, before) =>
    before || (fit === 'contain' && !isOpaque(resolveFillColour(background, before))),
  rule: ({ width, height }) => (width || height ? undefined : 'width or height must be given'),
  run: (image, { width, height, fit, position, background, enlarge, kernel }, hasAlpha) =>
    image.resize({
      ...(width ? { width } : {}),
      ...(height ? { height } : {}),
      fit,
      position,
      background: resolveFillColour(background, hasAlpha),
      kernel,
      withoutEnlargement: !enlarge,
    }),
});

/** The requested scale factor of each side, and of the whole image if its ratio is kept. */
const scalesOf = ({ width, height, fit }: Size & { fit: string }, before: Size) => {
  const across = width / before.width;
  const down = height / before.height;
  const chosen = fit === 'outside' || fit === 'cover' ? Math.max : Math.min;
  return { across, down, whole: !width ? down : !height ? across : chosen(across, down) };
};

type ResizeParams = Size & { fit: string; position: Position; enlarge: boolean };

/** The size of the whole image after it is scaled, before it is cropped or padded. */
const scaledSize = (params: Omit<ResizeParams, 'position'>, before: Size): Size => {
  const { across, down, whole } = scalesOf(params, before);
  const scaled = (side: number, by: number) =>
    Math.max(1, Math.round(side * (params.enlarge ? by : Math.min(1, by))));
  return params.fit === 'fill'
    ? { width: scaled(before.width, across || 1), height: scaled(before.height, down || 1) }
    : { width: scaled(before.width, whole), height: scaled(before.height, whole) };
};

/** The size of the part of the scaled image that the fit `cover` keeps. */
const keptSize = ({ width, height }: Size, whole: Size): Size => ({
  width: Math.min(width || whole.width, whole.width),
  height: Math.min(height || whole.height, whole.height),
});

/** The map by which a resize with these parameters moves the pixels. */
export const placementOf = (params: ResizeParams, before: Size): Transform => {
  const whole = scaledSize(params, before);
  const scale = scaleTo(before, whole);
  if (params.fit === 'cover') {
    const { left, top } = placeBox(params.position, whole, keptSize(params, whole));
    return compose(scale, translateBy(-left, -top));
  }
  if (params.fit !== 'contain') return scale;
  const outer = { width: params.width || whole.width, height: params.height || whole.height };
  const { left, top } = embedBox(params.position, outer, whole);
  return compose(scale, translateBy(left, top));
};

/** Places a box as sharp does when it pads: half of an odd space is rounded down. */
const embedBox = (position: Position, outer: Size, inner: Size): { left: number; top: number } => {
  const along = (room: number, toStart: boolean, toEnd: boolean) =>
    toStart ? 0 : toEnd ? room : Math.floor(room / 2);
  return {
    left: along(outer.width - inner.width, position.endsWith('west'), position.endsWith('east')),
    top: along(outer.height - inner.height, position.startsWith('north'), position.startsWith('south')),
  };
};
