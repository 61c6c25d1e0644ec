import { type Pixels, rgbaOf } from '../../../pixels/pixels.ts';
import { Type } from '../../../schema/typebox.ts';
import { component, type OpenInput } from '../../definition/component.ts';
import { choice, optionalInput, solidColour } from '../../definition/param-kinds.ts';
import { pixelsOf } from '../../files/sharp-pixels.ts';

export const addBackground = component({
  name: 'add-background',
  title: 'Add background',
  sentence: 'Puts a colour, a gradient or another image behind the transparent parts.',
  credits: 1,
  params: Type.Object(
    {
      fill: choice(
        ['colour', 'linear', 'radial'],
        'colour',
        'colour: one colour. linear: from the first to the second colour along the angle. radial: from the middle outwards.',
      ),
      colour: solidColour('The colour of the background, or the first colour of the gradient.', '#ffffff'),
      second: solidColour('The second colour of the gradient.', '#d9d9d6'),
      angle: Type.Number({
        minimum: -360,
        maximum: 360,
        default: 180,
        description: 'The direction of a linear gradient in degrees: 180 is down, 90 is to the right.',
      }),
      input: optionalInput('The input to use as the background instead of a colour:'),
      fit: choice(
        ['cover', 'contain', 'tile'],
        'cover',
        'How the input fills the image; contain shows the colour around it.',
      ),
    },
    { additionalProperties: false },
  ),
  inputParams: ['input'],
  alphaAfter: () => false,
  pixels: async (pixels, params, { open }) => {
    if (pixels.channels === 3) return pixels;
    const { width, height, data } = pixels;
    const behind = params.input
      ? await imageBehind(pixels, params, open)
      : params.fill === 'colour'
        ? undefined
        : gradient(pixels, params);
    const plain = rgbaOf(params.colour);
    const out = new Uint8Array(width * height * 3);
    for (let from = 0, to = 0; to < out.length; from += 4, to += 3) {
      const alpha = data[from + 3]! / 255;
      for (let i = 0; i < 3; i += 1) {
        const back = behind ? behind[to + i]! : plain[i]!;
        out[to + i] = data[from + i]! * alpha + back * (1 - alpha) + 0.5;
      }
    }
    return { width, height, channels: 3, data: out };
  },
});

type Params = { fill: string; colour: string; second: string; angle: number; input: string; fit: string };

const imageBehind = async (
  { width, height }: Pixels,
  { input, fit, colour }: Params,
  open: OpenInput,
): Promise<Uint8Array> => {
  const other = (await open(input)).flatten({ background: colour });
  if (fit !== 'tile')
    return other
      .resize({ width, height, fit: fit === 'cover' ? 'cover' : 'contain', background: colour })
      .removeAlpha()
      .raw()
      .toBuffer();
  const tile = await pixelsOf(
    other.resize({ width, height, fit: 'inside', withoutEnlargement: true }).removeAlpha(),
  );
  const out = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += tile.width) {
      const row = (y % tile.height) * tile.width * 3;
      out.set(tile.data.subarray(row, row + Math.min(tile.width, width - x) * 3), (y * width + x) * 3);
    }
  return out;
};

const gradient = ({ width, height }: Pixels, { fill, colour, second, angle }: Params): Uint8Array => {
  const first = rgbaOf(colour);
  const last = rgbaOf(second);
  const radians = (angle * Math.PI) / 180;
  const [dx, dy] = [Math.sin(radians), -Math.cos(radians)];
  const length = Math.abs(dx) * width + Math.abs(dy) * height;
  const out = new Uint8Array(width * height * 3);
  let random = 0x9e3779b9;
  for (let y = 0, at = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1, at += 3) {
      const [u, v] = [x - width / 2, y - height / 2];
      const along =
        fill === 'radial' ? Math.hypot(u / width, v / height) * Math.SQRT2 : (u * dx + v * dy) / length + 0.5;
      // Rounding to whole levels would show as bands in the gradient; noise of one level hides them.
      random = (Math.imul(random, 1664525) + 1013904223) >>> 0;
      const grain = random / 2 ** 32;
      for (let i = 0; i < 3; i += 1)
        out[at + i] = Math.min(255, first[i]! + (last[i]! - first[i]!) * Math.min(1, along) + grain);
    }
  return out;
};
