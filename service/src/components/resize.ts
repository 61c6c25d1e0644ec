import { Type } from '../schema/typebox.ts';
import { component } from './component.ts';
import { choice, filling, fillOf, isOpaque, POSITIONS, side } from './param-kinds.ts';

export const resize = component({
  name: 'resize',
  title: 'Resize',
  sentence: 'Brings the picture to a size, keeping its ratio unless told otherwise.',
  credits: 0,
  params: Type.Object(
    {
      width: side('Width in pixels; 0 follows from the height.'),
      height: side('Height in pixels; 0 follows from the width.'),
      fit: choice(
        ['inside', 'outside', 'cover', 'contain', 'fill'],
        'inside',
        'inside: no side larger. outside: no side smaller. cover: fill and cut. contain: fit and pad. fill: stretch.',
      ),
      position: choice(POSITIONS, 'center', 'What cover keeps, or where contain puts the picture.'),
      background: filling('What contain pads with.'),
      enlarge: Type.Boolean({
        default: false,
        description:
          'Make smaller pictures larger as well. Without it, cover leaves a side that is too short as it is.',
      }),
      kernel: choice(
        ['lanczos3', 'lanczos2', 'mitchell', 'cubic', 'nearest'],
        'lanczos3',
        'How pixels are weighed; nearest keeps hard edges.',
      ),
    },
    { additionalProperties: false },
  ),
  needs: [],
  enlarges: ({ enlarge }) => enlarge,
  inPixels: () => ['width', 'height'],
  sizeAfter: ({ width, height, fit, enlarge }, before) => {
    const across = width / before.width;
    const down = height / before.height;
    const whole = fit === 'cover' || fit === 'contain' || fit === 'fill';
    if (whole && width && height && (enlarge || Math.max(across, down) <= 1)) return { width, height };
    const asked = !width ? down : !height ? across : (fit === 'outside' ? Math.max : Math.min)(across, down);
    const scale = enlarge ? asked : Math.min(1, asked);
    return { width: before.width * scale, height: before.height * scale };
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
