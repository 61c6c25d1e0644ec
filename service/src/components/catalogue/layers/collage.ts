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
  sentence: 'Puts the image and other inputs side by side in a grid; the image comes first.',
  credits: 3,
  params: Type.Object(
    {
      inputs: Type.Array(Type.String({ pattern: '^[1-9][0-9]*$' }), {
        minItems: 1,
        maxItems: MOST_INPUTS,
        uniqueItems: true,
        default: ['1'],
        description: 'The other inputs, in order. Optional ones that are not given leave no gap.',
      }),
      columns: Type.Integer({
        minimum: 0,
        maximum: 10,
        default: 0,
        description: 'How many stand side by side; 0 makes it as square as can be.',
      }),
      cellWidth: Type.Integer({
        minimum: 16,
        maximum: 4000,
        default: 600,
        description: 'Width of each place, in pixels.',
      }),
      cellHeight: Type.Integer({
        minimum: 16,
        maximum: 4000,
        default: 600,
        description: 'Height of each place, in pixels.',
      }),
      fit: choice(
        ['contain', 'cover'],
        'contain',
        'contain: all of each image can be seen. cover: its place is filled and it is cut.',
      ),
      gap: Type.Integer({
        minimum: 0,
        maximum: 500,
        default: 16,
        description: 'Room between and around the images, in pixels.',
      }),
      background: colour('What shows between and behind the images.'),
    },
    { additionalProperties: false },
  ),
  needs: ['inputs'],
  inPixels: () => ['cellWidth', 'cellHeight', 'gap'],
  rule: ({ inputs, columns, cellWidth, cellHeight, gap }) => {
    const { across, down } = gridOf(inputs.length + 1, columns);
    const pixels = (across * (cellWidth + gap) + gap) * (down * (cellHeight + gap) + gap);
    return pixels > MOST_PIXELS
      ? `the grid must stay below ${MOST_PIXELS / 1e6} megapixels; make the places smaller`
      : undefined;
  },
  sizeAfter: ({ inputs, columns, cellWidth, cellHeight, gap }) => {
    const { across, down } = gridOf(inputs.length + 1, columns);
    return { width: across * (cellWidth + gap) + gap, height: down * (cellHeight + gap) + gap };
  },
  alphaAfter: ({ background }) => !isOpaque(background),
  pixels: async (
    pixels,
    { inputs, columns, cellWidth: width, cellHeight: height, fit, gap, background },
    { open },
  ) => {
    const { across, down } = gridOf(inputs.length + 1, columns);
    const clear = { r: 0, g: 0, b: 0, alpha: 0 };
    const sheet = solidImage(
      { width: gap + across * (width + gap), height: gap + down * (height + gap) },
      background,
    );
    for (let index = 0; index <= inputs.length; index += 1) {
      // One at a time: twenty large images at once would take gigabytes.
      const image = index === 0 ? sharpOf(pixels) : await open(inputs[index - 1]!);
      const cell = await pixelsOf(image.resize({ width, height, fit, background: clear }).ensureAlpha());
      const left = gap + (index % across) * (width + gap);
      const top = gap + Math.floor(index / across) * (height + gap);
      compositeOver(sheet, cell, { left, top });
    }
    return sheet;
  },
});

const gridOf = (count: number, columns: number): { across: number; down: number } => {
  const across = Math.min(count, columns || Math.ceil(Math.sqrt(count)));
  return { across, down: Math.ceil(count / across) };
};
