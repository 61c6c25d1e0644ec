import { isAlreadyCutOut } from '../../../matting/already-cut-out.ts';
import { isPlain, studioRegion } from '../../../matting/background/studio-region.ts';
import { cutOut, REGION_ALONE } from '../../../matting/cut-out.ts';
import type { Cutout, Pixels } from '../../../matting/cutout.ts';
import { squareOf } from '../../../matting/model/model-tensors.ts';
import { seeThrough } from '../../../matting/see-through.ts';
import { type WorkImage, workImageOf } from '../../../matting/work-image.ts';
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
    const work = workImageOf(pixels);
    const cutout = await cutOutBy(method, pixels, work, models.regions, warn);
    const made: Pixels = { width: cutout.width, height: cutout.height, channels: 4, data: cutout.rgba };
    if (showsNothing(made)) {
      warn(NOTHING_FOUND);
      confide(0);
      return whenNothingFound === 'keep' ? withAlpha(pixels) : made;
    }
    if (glass && method !== 'model' && isPlain(work)) seeThrough(pixels, cutout, work);
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

const cutOutBy = async (
  method: 'auto' | 'studio' | 'model',
  pixels: Pixels,
  work: WorkImage,
  regions: RegionFinder | undefined,
  warn: StepHelp['warn'],
): Promise<Cutout> => {
  if (method === 'studio') return cutOut(pixels, studioRegion(work), work);
  if (method === 'model') {
    if (!regions) throw new Error('no model is configured, choose the method studio');
    return cutOut(pixels, await regions.find(squareOf(work, regions.size)), work, REGION_ALONE);
  }
  // Without the model the result has a lower confidence, but it is still useful.
  const region = await regions?.find(squareOf(work, regions.size)).catch(() => {
    warn('The model did not answer, so the object was found by its colours alone.');
    return undefined;
  });
  return region ? cutOut(pixels, region, work) : weakened(cutOut(pixels, studioRegion(work), work));
};

const weakened = (cutout: Cutout): Cutout => ({ ...cutout, confidence: ALONE * cutout.confidence });
