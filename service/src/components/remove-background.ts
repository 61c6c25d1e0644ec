import { isAlreadyCutOut } from '../matting/already-cut-out.ts';
import { cutOutAuto } from '../matting/auto.ts';
import { type Sketch, sketchOf } from '../matting/background/sketch.ts';
import type { Cutout, Pixels } from '../matting/cutout.ts';
import { seeThrough } from '../matting/glass/see-through.ts';
import { cutOutModel } from '../matting/model/model-cutout.ts';
import { squareOf } from '../matting/model/model-tensors.ts';
import { cutOutStudio } from '../matting/studio.ts';
import { Type } from '../schema/typebox.ts';
import { component, type RegionFinder, type StepHelp } from './component.ts';
import { choice } from './param-kinds.ts';

// Without the model's second opinion, the studio's own is worth less.
const ALONE = 0.7;

const CUT_OUT_AS_SOLID =
  'What shows through the glass could not be told, so it was cut out as solid. Photograph it before a plain background, and use the method auto or studio.';

const ALREADY_CUT_OUT =
  'The picture came already cut out, with a transparent border. Its transparency was kept as it is.';

export const removeBackground = component({
  name: 'remove-background',
  title: 'Remove background',
  sentence:
    'Cuts the object out: the background becomes transparent, and no trace of its colour stays at the edge. A picture that comes already cut out, with a transparent border, is kept as it is.',
  credits: 8,
  params: Type.Object(
    {
      method: choice(
        ['auto', 'studio', 'model'],
        'auto',
        'auto: the model finds the object, colours find its edge. studio: by colours alone, for plain backgrounds. model: the model alone, with softer edges.',
      ),
      glass: Type.Boolean({
        default: false,
        description:
          'For glass before a plain background, by auto or studio: what is behind it shows through, and reflections stay. A solid part in the colour of the background becomes clear, too.',
      }),
    },
    { additionalProperties: false },
  ),
  needs: [],
  pixels: async (pixels, { method, glass }, { models, confide, warn }) => {
    if (isAlreadyCutOut(pixels)) {
      warn(ALREADY_CUT_OUT);
      confide(1);
      return pixels;
    }
    const sketch = sketchOf(pixels);
    const cutout = await cutOut({ pixels, sketch, method, glass }, models.regions, warn);
    if (glass && cutout.plain) seeThrough(pixels, cutout, sketch);
    else if (glass) warn(CUT_OUT_AS_SOLID);
    confide(cutout.confidence);
    return { width: cutout.width, height: cutout.height, channels: 4, data: cutout.rgba };
  },
});

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
  // A model that is away makes the result less sure, not impossible.
  const region = await regions?.find(squareOf(sketch, regions.size)).catch(() => {
    warn('The model did not answer, and the object was found by its colours alone.');
    return undefined;
  });
  return region ? cutOutAuto(pixels, region, sketch, glass) : weakened(cutOutStudio(pixels, sketch));
};

const weakened = (cutout: Cutout): Cutout => ({ ...cutout, confidence: ALONE * cutout.confidence });
