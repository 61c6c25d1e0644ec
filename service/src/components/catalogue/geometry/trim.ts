import { translateBy } from '../../../domain/images/transform.ts';
import { cutBox } from '../../../pixels/pixels.ts';
import { Type } from '../../../schema/typebox.ts';
import { component } from '../../definition/component.ts';
import { sharpOf } from '../../files/sharp-pixels.ts';

export const trim = component({
  name: 'trim',
  title: 'Trim borders',
  sentence: 'Crops borders of one colour, or transparent borders, on every side.',
  credits: 1,
  params: Type.Object(
    {
      threshold: Type.Integer({
        minimum: 0,
        maximum: 255,
        default: 10,
        description:
          'How much a pixel of the border may differ from the colour of the top left corner, from 0 to 255.',
      }),
      margin: Type.Integer({
        minimum: 0,
        maximum: 1000,
        default: 0,
        description: 'How many pixels of the border are kept on each side, if it has as many.',
      }),
    },
    { additionalProperties: false },
  ),
  inputParams: [],
  pixelParams: () => ['margin'],
  pixels: async (pixels, { threshold, margin }, { reportTransform }) => {
    const { width, height } = pixels;
    // sharp refuses to trim an image with a side below 3 pixels, which has no border anyway.
    if (Math.min(width, height) < 3) return pixels;
    const { data, info } = await sharpOf(pixels)
      .trim({ threshold })
      .raw()
      .toBuffer({ resolveWithObject: true });
    if (margin === 0) {
      reportTransform(translateBy(info.trimOffsetLeft ?? 0, info.trimOffsetTop ?? 0));
      return { width: info.width, height: info.height, channels: pixels.channels, data };
    }
    const across = withMargin(-(info.trimOffsetLeft ?? 0), info.width, margin, width);
    const down = withMargin(-(info.trimOffsetTop ?? 0), info.height, margin, height);
    reportTransform(translateBy(-across.start, -down.start));
    return cutBox(
      pixels,
      { left: across.start, width: across.length, top: down.start, height: down.length },
      [],
    );
  },
});

/** Extends a range by a margin at both ends, but not below 0 or above `whole`. */
const withMargin = (start: number, length: number, margin: number, whole: number) => {
  const first = Math.max(0, start - margin);
  return { start: first, length: Math.min(whole, start + length + margin) - first };
};
