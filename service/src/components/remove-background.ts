import { Type } from 'typebox';
import { cutOutAuto } from '../matting/auto.ts';
import { cutOutModel } from '../matting/model-cutout.ts';
import { squareOf } from '../matting/model-tensors.ts';
import type { Cutout, Pixels } from '../matting/pixels.ts';
import { sketchOf } from '../matting/sketch.ts';
import { cutOutStudio } from '../matting/studio.ts';
import { component, type RegionFinder, type StepHelp } from './component.ts';
import { choice } from './param-kinds.ts';

// Without the model's second opinion, the studio's own is worth less.
const ALONE = 0.7;

export const removeBackground = component({
  name: 'remove-background',
  title: 'Remove background',
  sentence:
    'Cuts the object out: the background becomes transparent, and no trace of its colour stays at the edge.',
  credits: 8,
  params: Type.Object(
    {
      method: choice(
        ['auto', 'studio', 'model'],
        'auto',
        'auto: the model finds the object, colours find its edge. studio: by colours alone, for plain backgrounds. model: the model alone, with softer edges.',
      ),
    },
    { additionalProperties: false },
  ),
  needs: [],
  pixels: async (pixels, { method }, { models, confide, warn }) => {
    const { width, height, rgba, confidence } = await cutOut(pixels, method, models.regions, warn);
    confide(confidence);
    return { width, height, channels: 4, data: rgba };
  },
});

const cutOut = async (
  pixels: Pixels,
  method: 'auto' | 'studio' | 'model',
  regions: RegionFinder | undefined,
  warn: StepHelp['warn'],
): Promise<Cutout> => {
  const sketch = sketchOf(pixels);
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
  return region ? cutOutAuto(pixels, region, sketch) : weakened(cutOutStudio(pixels, sketch));
};

const weakened = (cutout: Cutout): Cutout => ({ ...cutout, confidence: ALONE * cutout.confidence });
