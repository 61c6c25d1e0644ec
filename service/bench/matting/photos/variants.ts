import type { RegionFinder } from '../../../src/components/definition/component.ts';
import { squareOf } from '../../../src/matting/model/model-tensors.ts';
import type { Region } from '../../../src/matting/region.ts';
import type { WorkImage } from '../../../src/matting/work-image.ts';
import { resample } from '../../../src/pixels/filters/resample.ts';
import type { Box } from '../../../src/pixels/pixels.ts';

/**
 * Ways to run the network more than once. They are not part of `auto`; the bench measures what they would gain.
 */
export const VARIANTS = ['flip', 'padding', 'second pass'] as const;
export type Variant = (typeof VARIANTS)[number];

/** The margin around the image, and around the object's box in the second pass, as a fraction of each side. */
const PADDING = 0.15;

/** The region that a variant finds, at working size. `first` is the network's output for the image as it is. */
export const regionOfVariant = (
  variant: Variant,
  work: WorkImage,
  first: Region,
  model: RegionFinder,
): Promise<Region> => FINDERS[variant](work, { ...work, data: resized(first, work) }, model);

type Finder = (work: WorkImage, first: Region, model: RegionFinder) => Promise<Region>;

const FINDERS: Record<Variant, Finder> = {
  flip: async (work, first, model) => {
    const whole = { left: 0, top: 0, width: work.width, height: work.height };
    const found = await model.find(squareOf(cropOf(work, whole, true), model.size));
    const data = resized(found, work);
    return meanOf(first, (i) => data[i - 2 * (i % work.width) + work.width - 1]!);
  },
  padding: async (work, first, model) => {
    const box = { left: 0, top: 0, width: work.width, height: work.height };
    const padded = await foundIn(work, widened(box), model);
    return meanOf(first, padded, 1);
  },
  'second pass': async (work, first, model) => {
    const box = boxOf(first);
    if (!box) return first;
    return meanOf(first, await foundIn(work, widened(box), model));
  },
};

/** Runs the network on a part of the image. Returns the probability at each pixel of the whole image. */
const foundIn = async (work: WorkImage, box: Box, model: RegionFinder): Promise<(i: number) => number> => {
  const data = resized(await model.find(squareOf(cropOf(work, box), model.size)), box);
  return (i) => {
    const x = (i % work.width) - box.left;
    const y = Math.floor(i / work.width) - box.top;
    return x < 0 || y < 0 || x >= box.width || y >= box.height ? 0 : data[y * box.width + x]!;
  };
};

const meanOf = (first: Region, second: (i: number) => number, share = 0.5): Region => ({
  ...first,
  data: first.data.map((value, i) => value + share * (second(i) - value)),
});

const resized = ({ data, width, height }: Region, to: { width: number; height: number }): Float32Array =>
  resample(data, width, height, to.width, to.height).map((value) => Math.min(1, Math.max(0, value)));

const widened = ({ left, top, width, height }: Box): Box => {
  const [dx, dy] = [Math.round(width * PADDING), Math.round(height * PADDING)];
  return { left: left - dx, top: top - dy, width: width + 2 * dx, height: height + 2 * dy };
};

/** A part of the image. Beyond the border, the pixels of the border are repeated. */
const cropOf = (work: WorkImage, box: Box, mirrored = false): WorkImage => {
  const within = (at: number, length: number) => Math.min(length - 1, Math.max(0, at));
  const cropped = (plane: Float32Array) => {
    const part = new Float32Array(box.width * box.height);
    for (let y = 0, i = 0; y < box.height; y++)
      for (let x = 0; x < box.width; x++, i++) {
        const column = within(box.left + (mirrored ? box.width - 1 - x : x), work.width);
        part[i] = plane[within(box.top + y, work.height) * work.width + column]!;
      }
    return part;
  };
  const { width, height } = box;
  return { width, height, red: cropped(work.red), green: cropped(work.green), blue: cropped(work.blue) };
};

const boxOf = ({ width, height, data }: Region): Box | undefined => {
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let i = 0; i < data.length; i++) {
    if (data[i]! < 0.5) continue;
    const x = i % width;
    const y = Math.floor(i / width);
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  return right < 0 ? undefined : { left, top, width: right - left + 1, height: bottom - top + 1 };
};
