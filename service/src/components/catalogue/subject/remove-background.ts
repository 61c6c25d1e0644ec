import { isAlreadyCutOut } from '../../../matting/already-cut-out.ts';
import { cutOutAuto } from '../../../matting/auto.ts';
import { type Sketch, sketchOf } from '../../../matting/background/sketch.ts';
import type { Cutout, Pixels } from '../../../matting/cutout.ts';
import { seeThrough } from '../../../matting/glass/see-through.ts';
import { cutOutModel } from '../../../matting/model/model-cutout.ts';
import { squareOf } from '../../../matting/model/model-tensors.ts';
import { cutOutStudio } from '../../../matting/studio.ts';
import { withAlpha } from '../../../pixels/pixels.ts';
import { Type } from '../../../schema/typebox.ts';
import { component, type RegionFinder, type StepHelp } from '../../definition/component.ts';
import { choice } from '../../definition/param-kinds.ts';

// The factor for the confidence of the studio method when no model confirms its result.
const ALONE = 0.7;

const CUT_OUT_AS_SOLID =
  'The transparency of the glass could not be measured, so it was cut out as solid. Photograph it in front of a plain background, and use the method auto or studio.';

const NOTHING_FOUND =
  'No object was found in the image. Photograph it in front of a plain background of another tone.';

const ALREADY_CUT_OUT =
  'The image was already cut out, with a transparent border. Its transparency was kept as it is.';

export const removeBackground = component({
  name: 'remove-background',
  title: 'Remove background',
  sentence:
    'Cuts the object out: the background becomes transparent, and no trace of its colour stays at the edge. An image that is already cut out, with a transparent border, is kept as it is.',
  credits: 8,
  params: Type.Object(
    {
      method: choice(
        ['auto', 'studio', 'model'],
        'auto',
        'auto: a model finds the object, and its colours the exact edge. studio: by colours alone, for plain backgrounds. model: by the model alone, with softer edges.',
      ),
      glass: Type.Boolean({
        default: false,
        description:
          'For glass in front of a plain background, with the method auto or studio: the glass becomes see-through, and its reflections stay. Solid parts in the colour of the background become transparent too.',
      }),
      whenNothingFound: choice(
        ['empty', 'keep'],
        'empty',
        'If no object is found. empty: the whole image becomes transparent. keep: the whole image stays. In both cases the trace has a warning and a confidence of 0.',
      ),
    },
    { additionalProperties: false },
  ),
  needs: [],
  alphaAfter: () => true,
  pixels: async (pixels, { method, glass, whenNothingFound }, { models, confide, warn }) => {
    if (isAlreadyCutOut(pixels)) {
      const isBlank = showsNothing(pixels);
      warn(isBlank ? NOTHING_FOUND : ALREADY_CUT_OUT);
      confide(isBlank ? 0 : 1);
      return pixels;
    }
    const sketch = sketchOf(pixels);
    const cutout = await cutOut({ pixels, sketch, method, glass }, models.regions, warn);
    const made: Pixels = { width: cutout.width, height: cutout.height, channels: 4, data: cutout.rgba };
    if (showsNothing(made)) {
      warn(NOTHING_FOUND);
      confide(0);
      return whenNothingFound === 'keep' ? withAlpha(pixels) : made;
    }
    if (glass && cutout.plain) seeThrough(pixels, cutout, sketch);
    else if (glass) warn(CUT_OUT_AS_SOLID);
    confide(cutout.confidence);
    return made;
  },
});

/** An object covers at least this share of the image; anything smaller is dust or grain. */
const LEAST_SHARE = 0.0002;

const showsNothing = ({ width, height, data }: Pixels): boolean => {
  let seen = 0;
  for (let at = 3; at < data.length; at += 4) seen += data[at]!;
  return seen < 255 * LEAST_SHARE * width * height;
};

type Task = { pixels: Pixels; sketch: Sketch; method: 'auto' | 'studio' | 'model'; glass: boolean };

const cutOut = async (
  { pixels, sketch, method, glass }: Task,
  regions: RegionFinder | undefined,
  warn: StepHelp['warn'],
): Promise<Cutout> => {
  if (method === 'studio') return cutOutStudio(pixels, sketch);
  if (method === 'model') {
    if (!regions) throw new Error('no model is configured, choose the method studio');
    return cutOutModel(pixels, await regions.find(squareOf(sketch, regions.size)), sketch);
  }
  // Without the model the result has a lower confidence, but it is still useful.
  const region = await regions?.find(squareOf(sketch, regions.size)).catch(() => {
    warn('The model did not answer, so the object was found by its colours alone.');
    return undefined;
  });
  return region ? cutOutAuto(pixels, region, sketch, glass) : weakened(cutOutStudio(pixels, sketch));
};

const weakened = (cutout: Cutout): Cutout => ({ ...cutout, confidence: ALONE * cutout.confidence });
