import { isAlreadyCutOut } from '../../../matting/already-cut-out.ts';
import { isPlain, studioRegion } from '../../../matting/background/studio-region.ts';
import type { Cutout } from '../../../matting/cut-out.ts';
import { cutOut, type Parts, partsFor, REGION_ALONE } from '../../../matting/cut-out.ts';
import { addMarks, addMask, DROP, type Hints, KEEP, type Mark, noHints } from '../../../matting/hints.ts';
import { squareOf } from '../../../matting/model/model-tensors.ts';
import type { Region } from '../../../matting/region.ts';
import { seeThrough } from '../../../matting/see-through.ts';
import { type WorkImage, workImageOf } from '../../../matting/work-image.ts';
import type { Pixels } from '../../../pixels/pixels.ts';
import { lumaAt, withAlpha } from '../../../pixels/pixels.ts';
import { Type } from '../../../schema/typebox.ts';
import {
  component,
  type OpenInput,
  type RegionFinder,
  type StepContext,
} from '../../definition/component.ts';
import { choice } from '../../definition/param-kinds.ts';
import { pixelsOf } from '../../files/sharp-pixels.ts';

const MOST_MARKS = 100;
const MOST_POINTS = 500;
const part = Type.Number({ minimum: 0, maximum: 1 });
const marks = (description: string) =>
  Type.Unsafe<Mark[]>(
    Type.Array(
      Type.Union([
        Type.Object({ x: part, y: part, width: part, height: part }, { additionalProperties: false }),
        Type.Object(
          {
            points: Type.Array(Type.Tuple([part, part]), { minItems: 1, maxItems: MOST_POINTS }),
            size: Type.Optional(part),
          },
          { additionalProperties: false },
        ),
      ]),
      { minItems: 0, maxItems: MOST_MARKS, default: [], description },
    ),
  );

// The factor for the confidence of the studio method when no model confirms its result.
const UNCONFIRMED_FACTOR = 0.7;

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
        'What happens if no object is found. empty: the whole image becomes transparent. keep: the whole image stays. In both cases the trace has a warning and a confidence of 0.',
      ),
      hints: Type.String({
        pattern: '^([1-9][0-9]*)?$',
        default: '',
        examples: ['1', '2'],
        description:
          'An input with a mask, in the aspect ratio of the image: white is kept, black is dropped, grey and transparent parts are decided as usual. 1, 2, 3, ...; empty for none. If that input is optional and not given, the step runs without it.',
      }),
      keep: marks(
        'Marks on parts of the object, with coordinates as fractions of the image from 0 to 1: rectangles {x, y, width, height}, or strokes {points: [[x, y], ...], size}. What is marked is kept, and with it the rest of the marked thing.',
      ),
      drop: marks(
        'Marks on parts of the background, in the same form as the marks on the object. What is marked is dropped.',
      ),
    },
    { additionalProperties: false },
  ),
  inputParams: ['hints'],
  optionalInputParams: ['hints'],
  alphaAfter: () => true,
  pixels: async (
    pixels,
    { method, glass, whenNothingFound, ...marked },
    { open, models, reportConfidence, warn },
  ) => {
    if (isAlreadyCutOut(pixels)) {
      const isBlank = showsNothing(pixels);
      warn(isBlank ? NOTHING_FOUND : ALREADY_CUT_OUT);
      reportConfidence(isBlank ? 0 : 1);
      return pixels;
    }
    const work = workImageOf(pixels);
    const isHinted = marked.hints !== '' || marked.keep.length + marked.drop.length > 0;
    const hints = isHinted ? await hintsOf(marked, work, open) : undefined;
    const cutout = await cutOutBy(method, pixels, work, models.regions, warn, hints);
    const made: Pixels = { width: cutout.width, height: cutout.height, channels: 4, data: cutout.rgba };
    if (showsNothing(made)) {
      warn(NOTHING_FOUND);
      reportConfidence(0);
      return whenNothingFound === 'keep' ? withAlpha(pixels) : made;
    }
    if (glass && method !== 'model' && isPlain(work)) seeThrough(pixels, cutout, work);
    else if (glass) warn(CUT_OUT_AS_SOLID);
    reportConfidence(cutout.confidence);
    return made;
  },
});

/** An object covers at least this fraction of the image; anything smaller is dust or grain. */
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
  warn: StepContext['warn'],
  hints: Hints | undefined,
): Promise<Cutout> => {
  const cut = (region: Region, parts?: Parts) => cutOut(pixels, region, work, parts, hints);
  if (method === 'studio') return cut(studioRegion(work));
  if (method === 'model') {
    if (!regions) throw new Error('no model is configured, choose the method studio');
    return cut(await regions.find(squareOf(work, regions.size)), REGION_ALONE);
  }
  // Without the model the result has a lower confidence, but it is still useful.
  const region = await regions?.find(squareOf(work, regions.size)).catch(() => {
    warn('The model failed, so the object was found by its colours alone. Check the edges of the result.');
    return undefined;
  });
  return region ? cut(region, partsFor(region)) : weakened(cut(studioRegion(work)));
};

type Marked = { hints: string; keep: Mark[]; drop: Mark[] };

/**
 * Converts the mask and the marks of the request to hints of the size of the working image. Where both cover a pixel,
 * the mark decides.
 */
const hintsOf = async (
  { hints: input, keep, drop }: Marked,
  work: WorkImage,
  open: OpenInput,
): Promise<Hints> => {
  const hints = noHints(work);
  if (input !== '') {
    const { width, height } = work;
    const mask = await pixelsOf((await open(input)).resize({ width, height, fit: 'fill', kernel: 'linear' }));
    const [grey, opacity] = [new Uint8Array(width * height), new Uint8Array(width * height)];
    for (let i = 0, at = 0; i < grey.length; i++, at += mask.channels) {
      grey[i] = Math.round(lumaAt(mask.data, at));
      opacity[i] = mask.channels === 4 ? mask.data[at + 3]! : 255;
    }
    addMask(hints, grey, opacity);
  }
  addMarks(hints, keep, KEEP);
  addMarks(hints, drop, DROP);
  return hints;
};

const weakened = (cutout: Cutout): Cutout => ({
  ...cutout,
  confidence: UNCONFIRMED_FACTOR * cutout.confidence,
});
