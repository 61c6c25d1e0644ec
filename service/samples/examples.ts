import type { Sample } from './spoil.ts';

/** A component at work on a sample; the photo, unless another is named. */
export type Example = { component: string; params: Record<string, unknown>; of?: Sample };

/** The examples of which a person has looked at a picture, which is kept under the same name. */
export const GOLDEN = {
  'remove-background-auto': { component: 'remove-background', params: {} },
  'remove-background-studio': { component: 'remove-background', params: { method: 'studio' } },
  'canvas-white': {
    component: 'canvas',
    params: { width: 200, height: 200, margin: 8, background: '#ffffff' },
  },
  'canvas-transparent': {
    component: 'canvas',
    params: {
      width: 200,
      height: 240,
      margin: 10,
      marginUnit: 'pixels',
      background: '#00000000',
      position: 'south',
    },
  },
  'resize-inside': { component: 'resize', params: { width: 120, height: 120 } },
  'resize-cover': {
    component: 'resize',
    params: { width: 120, height: 160, fit: 'cover', position: 'east' },
  },
  'resize-contain': {
    component: 'resize',
    params: { width: 160, height: 160, fit: 'contain', background: '#e2572b' },
  },
  'crop-ratio': { component: 'crop', params: { width: 4, height: 5 } },
  'crop-pixels': {
    component: 'crop',
    params: { by: 'pixels', width: 120, height: 90, position: 'northeast' },
  },
  'rotate-quarter': { component: 'rotate', params: { angle: 90 } },
  'rotate-some': { component: 'rotate', params: { angle: -12, background: '#00000000' } },
  'sharpen-fast': { component: 'sharpen', params: {} },
  'sharpen-fine': { component: 'sharpen', params: { method: 'fine', radius: 1.5, edges: 8 } },
  'adjust-bright': { component: 'adjust', params: { brightness: 1.15, saturation: 1.4, contrast: 1.2 } },
  'adjust-lifted': { component: 'adjust', params: { gamma: 1.8 } },
  'adjust-deepened': { component: 'adjust', params: { gamma: 0.6, saturation: 0 } },
  'overlay-corner': { component: 'overlay', params: { scale: 0.3 } },
  'overlay-faint': { component: 'overlay', params: { scale: 0.9, position: 'center', opacity: 0.25 } },
  'convert-jpeg': { component: 'convert', params: { format: 'jpeg', quality: 30 } },
  'convert-webp': { component: 'convert', params: { format: 'webp', quality: 30 } },
  'convert-avif': { component: 'convert', params: { format: 'avif', quality: 40 } },
  'convert-tiff': { component: 'convert', params: { format: 'tiff' } },
  'convert-png': { component: 'convert', params: { format: 'png' } },
  'add-background-gradient': {
    component: 'add-background',
    of: 'cutout',
    params: { fill: 'linear', colour: '#f6f4ef', second: '#b9b2a4' },
  },
  'add-background-tiles': {
    component: 'add-background',
    of: 'cutout',
    params: { input: '2', fit: 'tile', colour: '#ffe9d0' },
  },
  'shadow-contact': { component: 'shadow', of: 'cutout', params: {} },
  'shadow-drop': { component: 'shadow', of: 'cutout', params: { kind: 'drop', distance: 8 } },
  'shadow-reflection': { component: 'shadow', of: 'cutout', params: { kind: 'reflection', opacity: 0.6 } },
  'crop-to-subject-contrast': { component: 'crop-to-subject', params: { width: 1, height: 1 } },
  'crop-to-subject-alpha': { component: 'crop-to-subject', of: 'cutout', params: { margin: 0 } },
  'straighten-value': { component: 'straighten', params: { method: 'value', angle: 6 } },
  'straighten-auto': { component: 'straighten', of: 'tilted', params: {} },
  'flip-horizontal': { component: 'flip', params: {} },
  'trim-margin': { component: 'trim', of: 'cutout', params: { margin: 4 } },
  'white-balance-neutral': { component: 'white-balance', of: 'warm', params: {} },
  'white-balance-border': { component: 'white-balance', of: 'warm', params: { method: 'border' } },
  'exposure-auto': { component: 'exposure', of: 'dull', params: {} },
  'exposure-stops': { component: 'exposure', params: { method: 'value', stops: 0.7 } },
  'curves-film': {
    component: 'curves',
    params: {
      all: [
        [0, 0],
        [64, 40],
        [192, 220],
        [255, 255],
      ],
      blue: [
        [0, 24],
        [255, 232],
      ],
    },
  },
  'match-colour-all': { component: 'match-colour', of: 'warm', params: { input: '3', strength: 1 } },
  'match-colour-backdrop': {
    component: 'match-colour',
    of: 'warm-carton',
    params: { input: '3', by: 'backdrop', strength: 1 },
  },
  'grayscale-usual': { component: 'grayscale', params: {} },
  'duotone-inks': { component: 'duotone', params: {} },
  'tint-sepia': { component: 'tint', params: {} },
  'lut-cube': { component: 'lut', params: { input: '5' } },
  'lut-strip': { component: 'lut', params: { input: '4' } },
  'denoise-grain': { component: 'denoise', of: 'grainy', params: { strength: 20, colour: 30 } },
  'clarity-strong': { component: 'clarity', params: { amount: 1.5 } },
  'blur-some': { component: 'blur', params: { radius: 4 } },
  'spot-clean-dust': { component: 'spot-clean', of: 'dusty', params: { size: 8 } },
  'upscale-twice': { component: 'upscale', params: {} },
  'watermark-tiled': { component: 'watermark', params: {} },
  'watermark-input': {
    component: 'watermark',
    params: { input: '1', tiled: false, angle: 0, position: 'southeast' },
  },
  'text-price': {
    component: 'text',
    params: {
      text: 'Becher \u201eK\u00fcste\u201c\n29,90 \u20ac & <mehr>',
      size: 9,
      background: '#ffffffd0',
    },
  },
  'border-outside': { component: 'border', params: {} },
  'collage-grid': {
    component: 'collage',
    params: { inputs: ['6', '7', '8'], cellWidth: 100, cellHeight: 90, gap: 6 },
  },
  'compare-split': { component: 'compare', of: 'warm', params: { input: '3', arrangement: 'split' } },
  'metadata-kept': { component: 'metadata', params: { keep: 'everything', copyright: 'Studio Nord' } },
  'metadata-p3': { component: 'metadata', params: { profile: 'p3' } },
  'assert-passed': { component: 'assert', params: { minWidth: 100, minSharpness: 10 } },
} satisfies Record<string, Example>;
