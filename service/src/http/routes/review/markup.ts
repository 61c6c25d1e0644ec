import { Type } from '../../../schema/typebox.ts';
import { textSchema } from '../../server/schemas.ts';

const part = (description: string) =>
  Type.Number({ minimum: 0, maximum: 1, expects: 'a number from 0 to 1', description });

/** Marks on a result. A mark without width and height is a point, any other is a rectangle. */
export const MarkupSchema = Type.Array(
  Type.Object(
    {
      x: part('Left edge of the rectangle, or the point, as a fraction of the image width'),
      y: part('Upper edge of the rectangle, or the point, as a fraction of the image height'),
      width: Type.Optional(part('Width of the rectangle as a fraction of the image width')),
      height: Type.Optional(part('Height of the rectangle as a fraction of the image height')),
      note: Type.Optional(textSchema(0, 500, { description: 'What is wrong at this place' })),
    },
    { additionalProperties: false },
  ),
  { maxItems: 100, description: 'Marks on the result' },
);
