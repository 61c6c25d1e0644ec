import { compositeOver, solidImage } from '../../../pixels/composite.ts';
import { Type } from '../../../schema/typebox.ts';
import { component } from '../../definition/component.ts';
import { choice, colour, isOpaque } from '../../definition/param-kinds.ts';
import { pixelsOf, sharpOf } from '../../files/sharp-pixels.ts';
import { MOST_PIXELS } from '../geometry/most-pixels.ts';

const MOST_INPUTS = 20;

export const collage = component({
  name: 'collage',
  title: 'Collage',
  sentence: 'Arranges the image and other inputs in a grid; the image comes first.',
  credits: 3,
  params: Type.Object(
    {
      inputs: Type.Array(Type.String({ pattern: '^[1-9][0-9]*$' }), {
        minItems: 1,
        maxItems: MOST_INPUTS,
        uniqueItems: true,
        default: ['1'],
        description: 'The other inputs, in order. Optional inputs that are not given leave no gap.',
      }),
      columns: Type.Integer({
        minimum: 0,
        maximum: 10,
        default: 0,
        description: 'The number of columns; 0 makes the grid as square as possible.',
      }),
      cellWidth: Type.Integer({
        minimum: 16,
        maximum: 4000,
        default: 600,
        description: 'Width of each cell, in pixels.',
      }),
      cellHeight: Type.Integer({
        minimum: 16,
        maximum: 4000,
        default: 600,
        description: 'Height of each cell, in pixels.',
      }),
      fit: choice(
        ['contain', 'cover'],
        'contain',
        'contain: each image is shown as a whole. cover: each image fills its cell and is cropped.',
      ),
      gap: Type.Integer({
        minimum: 0,
        maximum: 500,
        default: 16,
        description: 'Space between and around the cells, in pixels.',
      }),
      background: colour('The colour between and behind the images.'),
    },
    { additionalProperties: false },
  ),
  inputParams: ['inputs'],
  pixelParams: () => ['cellWidth', 'cellHeight', 'gap'],
  rule: ({ inputs, columns, cellWidth, cellHeight, gap }) => {
    const { across, down } = gridOf(inputs.length + 1, columns);
    const pixels = (across * (cellWidth + gap) + gap) * (down * (cellHeight + gap) + gap);
    return pixels > MOST_PIXELS
      ? `the grid must stay below ${MOST_PIXELS / 1e6} megapixels; make the cells smaller`
      : undefined;
  },
  sizeAfter: ({ inputs, columns, cellWidth, cellHeight, gap }) => {
    const { across, down } = gridOf(inputs.length + 1, columns);
    return { width: across * (cellWidth + gap) + gap, height: down * (cellHeight + gap) + gap };
  },
  // The result consists of several images, so no map from the main image describes all of its pixels.
  transform: () => null,
  alphaAfter: ({ background }) => !isOpaque(background),
  pixels: async (
    pixels,
    { inputs, columns, cellWidth: width, cellHeight: height, fit, gap, background },
    { open },
  ) => {
    const { across, down } = gridOf(inputs.length + 1, columns);
    const clear = { r: 0, g: 0, b: 0, alpha: 0 };
    const result = solidImage(
      { width: gap + across * (width + gap), height: gap + down * (height + gap) },
      background,
    );
    for (let index = 0; index <= inputs.length; index += 1) {
      // Inputs are opened one at a time: twenty large images at once would take gigabytes.
      const image = index === 0 ? sharpOf(pixels) : await open(inputs[index - 1]!);
      const cell = await pixelsOf(image.resize({ width, height, fit, background: clear }).ensureAlpha());
      const left = gap + (index % across) * (width + gap);
      const top = gap + Math.floor(index / across) * (height + gap);
      compositeOver(result, cell, { left, top });
    }
    return result;
  },
});

const gridOf = (count: number, columns: number): { across: number; down: number } => {
  const across = Math.min(count, columns || Math.ceil(Math.sqrt(count)));
  return { across, down: Math.ceil(count / across) };
};
