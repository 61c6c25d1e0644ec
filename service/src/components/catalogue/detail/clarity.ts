import { fillHidden } from '../../../pixels/filters/fill-hidden.ts';
import { guidedFilter } from '../../../pixels/filters/guided-filter.ts';
import { shrink } from '../../../pixels/filters/shrink.ts';
import { lumaAt } from '../../../pixels/pixels.ts';
import { Type } from '../../../schema/typebox.ts';
import { component } from '../../definition/component.ts';

/** A small version of the image, with this longest side, is enough to compute the blurred local brightness. */
const SMALL_SIDE = 600;

export const clarity = component({
  name: 'clarity',
  title: 'Clarity',
  sentence:
    'Increases the local contrast in the middle tones, which brings out the structure of materials. High values give hard edges a soft halo.',
  credits: 2,
  params: Type.Object(
    {
      amount: Type.Number({
        minimum: -1,
        maximum: 2,
        default: 0.5,
        description: 'How much the structure is increased; below 0 it is softened.',
      }),
      size: Type.Number({
        minimum: 0.5,
        maximum: 10,
        default: 2.5,
        description: "The size of the structure, in percent of the image's longer side.",
      }),
    },
    { additionalProperties: false },
  ),
  inputParams: [],
  pixels: (pixels, { amount, size }) => {
    const { width, height, channels, data } = pixels;
    const small = shrink(pixels, SMALL_SIDE);
    const seen = fillHidden({ ...small, data: Uint8Array.from(small.data) });
    const luma = new Float32Array(small.width * small.height);
    for (let at = 0; at < luma.length; at += 1) luma[at] = lumaAt(seen.data, at * channels);
    const radius = Math.max(1, Math.round((Math.max(small.width, small.height) * size) / 100));
    const base = guidedFilter(luma, small.width, small.height, radius, EDGE);
    for (let y = 0; y < height; y += 1) {
      const v = Math.max(0, Math.min(small.height - 1, (y + 0.5) / small.factor - 0.5));
      const [upper, down] = [Math.floor(v) * small.width, v - Math.floor(v)];
      const lower = Math.min(small.height - 1, Math.floor(v) + 1) * small.width;
      for (let x = 0; x < width; x += 1) {
        const u = Math.max(0, Math.min(small.width - 1, (x + 0.5) / small.factor - 0.5));
        const [left, along] = [Math.floor(u), u - Math.floor(u)];
        const right = Math.min(small.width - 1, left + 1);
        const around =
          (base[upper + left]! * (1 - along) + base[upper + right]! * along) * (1 - down) +
          (base[lower + left]! * (1 - along) + base[lower + right]! * along) * down;
        const at = (y * width + x) * channels;
        const own = lumaAt(data, at);
        // Deep shadows and bright highlights would clip, so they stay as they are.
        const middle = 1 - ((own - 127.5) / 127.5) ** 2;
        const wanted = own + amount * middle * (own - around);
        const gain = own > 1 ? Math.max(0, wanted) / own : 1;
        for (let i = 0; i < 3; i += 1) data[at + i] = Math.min(255, data[at + i]! * gain + 0.5);
      }
    }
    return pixels;
  },
});

const EDGE = 24;
