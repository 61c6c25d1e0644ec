import { compose, translateBy } from '../../../domain/images/transform.ts';
import { Type } from '../../../schema/typebox.ts';
import { component, type Size } from '../../definition/component.ts';
import { choice, colour, isOpaque, MAX_SIDE, POSITIONS } from '../../definition/param-kinds.ts';
import { placementOf } from './resize.ts';

type Measures = { width: number; height: number; margin: number; marginUnit: 'percent' | 'pixels' };

const marginInPixels = ({ width, height, margin, marginUnit }: Measures): number =>
  Math.round(marginUnit === 'percent' ? (Math.min(width, height) * margin) / 100 : margin);

/** The space that the margin leaves for the image. */
const roomIn = (measures: Measures): Size => {
  const margin = marginInPixels(measures);
  return { width: measures.width - 2 * margin, height: measures.height - 2 * margin };
};

export const canvas = component({
  name: 'canvas',
  title: 'Place on canvas',
  sentence: 'Fits the image onto a canvas of exactly this size, with a margin and a background.',
  credits: 1,
  params: Type.Object(
    {
      width: Type.Integer({
        minimum: 1,
        maximum: MAX_SIDE,
        default: 2000,
        description: 'Width in pixels.',
      }),
      height: Type.Integer({
        minimum: 1,
        maximum: MAX_SIDE,
        default: 2000,
        description: 'Height in pixels.',
      }),
      margin: Type.Number({
        minimum: 0,
        maximum: MAX_SIDE / 2,
        default: 5,
        description: 'The free space on every side.',
      }),
      marginUnit: choice(
        ['percent', 'pixels'],
        'percent',
        'The unit of the margin: percent of the shorter side of the canvas, or pixels.',
      ),
      background: colour(
        'The colour of the canvas. An opaque colour also fills transparent parts of the image.',
      ),
      position: choice(POSITIONS, 'center', 'Where the image is placed if it does not fill the canvas.'),
      enlarge: Type.Boolean({ default: false, description: 'Also enlarge smaller images.' }),
    },
    { additionalProperties: false },
  ),
  inputParams: [],
  pixelParams: ({ marginUnit }) => [
    'width',
    'height',
    ...(marginUnit === 'pixels' ? (['margin'] as const) : []),
  ],
  sizeAfter: ({ width, height }) => ({ width, height }),
  enlargement: (params, before) => {
    const { width, height } = roomIn(params);
    return params.enlarge ? Math.min(width / before.width, height / before.height) : 1;
  },
  transform: (params, before) => {
    const margin = marginInPixels(params);
    const { position, enlarge } = params;
    const inRoom = placementOf({ ...roomIn(params), fit: 'contain', position, enlarge }, before);
    return compose(inRoom, translateBy(margin, margin));
  },
  stages: () => ['flatten', 'extend'],
  alphaAfter: ({ background }) => !isOpaque(background),
  rule: (params) =>
    marginInPixels(params) * 2 < Math.min(params.width, params.height)
      ? undefined
      : 'margin must be smaller, so that it leaves space for the image',
  run: (image, params) => {
    const { background, position, enlarge } = params;
    const margin = marginInPixels(params);
    if (isOpaque(background)) image.flatten({ background });
    return image
      .resize({
        ...roomIn(params),
        fit: 'contain',
        position,
        background,
        withoutEnlargement: !enlarge,
      })
      .extend({ top: margin, bottom: margin, left: margin, right: margin, background });
  },
});
