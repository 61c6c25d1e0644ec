import { type Example, GOLDEN } from '../service/samples/examples.ts';

/**
 * For each component, the example that the docs show: a golden image, or another image whose effect is clearer
 * at the size of the docs.
 */
export const EXAMPLES: Record<string, Omit<Example, 'component'>> = {
  'remove-background': { of: 'bottle', params: { method: 'auto' } },
  'add-background': GOLDEN['add-background-gradient'],
  shadow: { of: 'bottle-cutout', params: { kind: 'reflection', opacity: 0.6 } },
  'keep-shadow': GOLDEN['keep-shadow-own'],
  canvas: { of: 'bottle-cutout', params: { width: 480, height: 480, margin: 8, background: '#f4f4f2' } },
  resize: { of: 'carton', params: { width: 240, height: 320, fit: 'cover' } },
  crop: { of: 'carton', params: { width: 4, height: 5 } },
  'crop-to-subject': { of: 'bottle', params: { width: 1, height: 1, margin: 8 } },
  'align-series': {
    of: 'bottle-cutout',
    params: { width: 480, height: 480, size: 80, baseline: 90, background: '#f4f4f2' },
  },
  rotate: { params: { angle: -12, background: '#f4f4f2' } },
  straighten: GOLDEN['straighten-auto'],
  flip: GOLDEN['flip-horizontal'],
  trim: { of: 'bottle-cutout', params: { margin: 12 } },
  'white-balance': GOLDEN['white-balance-neutral'],
  exposure: GOLDEN['exposure-auto'],
  adjust: { of: 'carton', params: { brightness: 1.1, saturation: 1.4, contrast: 1.15 } },
  curves: GOLDEN['curves-film'],
  'match-colour': GOLDEN['match-colour-backdrop'],
  recolour: GOLDEN['recolour-sample'],
  grayscale: { of: 'dress', params: {} },
  duotone: GOLDEN['duotone-inks'],
  tint: GOLDEN['tint-sepia'],
  lut: GOLDEN['lut-cube'],
  sharpen: { of: 'dress', params: { method: 'fine', radius: 1, edges: 3 } },
  denoise: { of: 'grainy', params: { strength: 24, colour: 40 } },
  clarity: { of: 'dress', params: { amount: 1.2 } },
  blur: { params: {} },
  'spot-clean': { of: 'dusty', params: {} },
  upscale: { of: 'small', params: { factor: 4 } },
  overlay: { of: 'carton', params: {} },
  watermark: { of: 'dress', params: {} },
  text: { of: 'bottle', params: { text: 'No. 4711\n29.90', background: '#ffffffd0' } },
  border: { of: 'dress', params: {} },
  collage: {
    of: 'bottle',
    params: { inputs: ['3', '7', '8'], cellWidth: 180, cellHeight: 240, fit: 'cover', gap: 8 },
  },
  compare: GOLDEN['compare-split'],
  convert: { of: 'carton', params: { format: 'jpeg', quality: 8 } },
  metadata: { params: { copyright: 'Studio Nord', profile: 'srgb' } },
  assert: { params: { minWidth: 400 } },
};
