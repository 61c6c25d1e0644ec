import { Type } from '../../../schema/typebox.ts';
import { component, type Size } from '../../definition/component.ts';
import { choice, filling, fillOf, isOpaque, POSITIONS, side } from '../../definition/param-kinds.ts';

export const resize = component({
  name: 'resize',
  title: 'Resize',
  sentence: 'Resizes the image. It keeps its aspect ratio, except with the fit fill.',
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
      position: choice(POSITIONS, 'center', 'The part that cover keeps, or where contain places the image.'),
      background: filling('The colour that contain pads with.'),
      enlarge: Type.Boolean({
        default: false,
        description:
          'Also enlarge smaller images. Without it, cover leaves a side that is too short as it is.',
      }),
      kernel: choice(
        ['lanczos3', 'lanczos2', 'mitchell', 'cubic', 'nearest'],
        'lanczos3',
        'The resampling kernel; nearest keeps hard edges.',
      ),
    },
    { additionalProperties: false },
  ),
  needs: [],
  enlargement: (params, before) => {
    if (!params.enlarge) return 1;
    const { across, down, whole } = scalesOf(params, before);
    return params.fit === 'fill' ? Math.max(across, down) : whole;
  },
  inPixels: () => ['width', 'height'],
  sizeAfter: (params, before) => {
    const { width, height, fit, enlarge } = params;
    const { across, down, whole: times } = scalesOf(params, before);
    const scaled = (side: number, by: number) =>
      Math.max(1, Math.round(side * (enlarge ? by : Math.min(1, by))));
    if (fit === 'fill')
      return { width: scaled(before.width, across || 1), height: scaled(before.height, down || 1) };
    const whole = { width: scaled(before.width, times), height: scaled(before.height, times) };
    if (fit === 'contain') return { width: width || whole.width, height: height || whole.height };
    if (fit !== 'cover') return whole;
    return {
      width: Math.min(width || whole.width, whole.width),
      height: Math.min(height || whole.height, whole.height),
    };
  },
  place: () => ['resize', 'resize'],
  alphaAfter: ({ fit, background }, before) =>
    before || (fit === 'contain' && !isOpaque(fillOf(background, before))),
  rule: ({ width, height }) => (width || height ? undefined : 'width or height must be given'),
  run: (image, { width, height, fit, position, background, enlarge, kernel }, hasAlpha) =>
    image.resize({
      ...(width ? { width } : {}),
      ...(height ? { height } : {}),
      fit,
      position,
      background: fillOf(background, hasAlpha),
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
