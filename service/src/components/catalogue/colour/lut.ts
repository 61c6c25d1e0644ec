import { applyCube } from '../../../pixels/colour/cube-file.ts';
import { applyLut, type Lut3d } from '../../../pixels/colour/lut3d.ts';
import type { Pixels } from '../../../pixels/pixels.ts';
import { Type } from '../../../schema/typebox.ts';
import { component } from '../../definition/component.ts';
import { otherInput } from '../../definition/param-kinds.ts';
import { pixelsOf } from '../../files/sharp-pixels.ts';

const LARGEST_GRID = 64;

export const lut = component({
  name: 'lut',
  title: 'Colour table',
  sentence:
    'Applies a colour table (LUT) to the image. The table is another input: a .cube file or an image.',
  credits: 1,
  params: Type.Object(
    {
      input: otherInput(
        'The input with the table: a .cube file, or a lossless image that is a HALD (level 2 to 8) or a strip of squares such as 1024 x 32:',
      ),
      strength: Type.Number({
        minimum: 0,
        maximum: 1,
        default: 1,
        description: 'Strength: 1 applies the table fully, 0 not at all.',
      }),
    },
    { additionalProperties: false },
  ),
  inputParams: ['input'],
  tableInputParams: ['input'],
  pixels: async (pixels, { input, strength }, { open, openTable }) => {
    const cube = openTable(input);
    if (cube) return applyCube(pixels, cube, strength);
    const table = await pixelsOf((await open(input)).removeAlpha());
    return applyLut(pixels, tableOf(table), strength);
  },
});

const tableOf = (image: Pixels): Lut3d => {
  const { width, height } = image;
  const level = Math.round(Math.cbrt(width));
  if (width === height && level ** 3 === width && level >= 2 && level ** 2 <= LARGEST_GRID)
    return { size: level ** 2, colours: Float32Array.from(image.data) };
  if (width === height ** 2 && height >= 2 && height <= LARGEST_GRID) return ofStrip(image);
  throw new Error(
    `an image of ${width} x ${height} pixels is not a colour table: a HALD image is a square with sides of 64, 125, ` +
      '216, 343 or 512 pixels, and the width of a strip is the square of its height',
  );
};

/**
 * Reads a strip of squares side by side, one for each level of blue. In each square, red grows to the right and green
 * downwards.
 */
const ofStrip = ({ width, height: size, data }: Pixels): Lut3d => {
  const colours = new Float32Array(size ** 3 * 3);
  for (let blue = 0; blue < size; blue += 1)
    for (let green = 0; green < size; green += 1) {
      const from = (green * width + blue * size) * 3;
      colours.set(data.subarray(from, from + size * 3), (blue * size + green) * size * 3);
    }
  return { size, colours };
};
