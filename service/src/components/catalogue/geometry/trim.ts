import { cutBox } from '../../../pixels/pixels.ts';
import { Type } from '../../../schema/typebox.ts';
import { component } from '../../definition/component.ts';
import { sharpOf } from '../../files/sharp-pixels.ts';

export const trim = component({
  name: 'trim',
  title: 'Trim borders',
  sentence: 'Cuts away borders of one colour, or transparent ones, on every side.',
  credits: 1,
  params: Type.Object(
    {
      threshold: Type.Integer({
        minimum: 0,
        maximum: 255,
        default: 10,
        description: 'How far a pixel may differ from the colour of the top left corner and still be border.',
      }),
      margin: Type.Integer({
        minimum: 0,
        maximum: 1000,
        default: 0,
        description: 'How much of the border stays on each side, in pixels, where there is as much.',
      }),
    },
    { additionalProperties: false },
  ),
  needs: [],
  inPixels: () => ['margin'],
  pixels: async (pixels, { threshold, margin }) => {
    const { width, height } = pixels;
    // What is smaller has no border, and sharp would refuse it.
    if (Math.min(width, height) < 3) return pixels;
    const { data, info } = await sharpOf(pixels)
      .trim({ threshold })
      .raw()
      .toBuffer({ resolveWithObject: true });
    if (margin === 0) return { width: info.width, height: info.height, channels: pixels.channels, data };
    const across = withMargin(-(info.trimOffsetLeft ?? 0), info.width, margin, width);
    const down = withMargin(-(info.trimOffsetTop ?? 0), info.height, margin, height);
    return cutBox(
      pixels,
      { left: across.start, width: across.length, top: down.start, height: down.length },
      [],
    );
  },
});

/** The stretch with a margin at both ends, as far as the whole reaches. */
const withMargin = (start: number, length: number, margin: number, whole: number) => {
  const first = Math.max(0, start - margin);
  return { start: first, length: Math.min(whole, start + length + margin) - first };
};
