import { Type } from '../../../schema/typebox.ts';
import { component, type Stage } from '../../definition/component.ts';

const factor = (minimum: number, maximum: number, description: string) =>
  Type.Number({ minimum, maximum, default: 1, description });

const MIDDLE_GRAY = 128;

export const adjust = component({
  name: 'adjust',
  title: 'Adjust',
  sentence: 'Changes brightness, saturation, gamma and contrast.',
  credits: 1,
  params: Type.Object(
    {
      brightness: factor(0, 4, 'Lightness times this; 0 is black, 1 changes nothing.'),
      saturation: factor(0, 4, 'Strength of colours times this; 0 is gray, 1 changes nothing.'),
      gamma: factor(0.34, 3, 'Above 1 lifts the shadows, below 1 deepens them; 1 changes nothing.'),
      contrast: factor(0, 4, 'Distance from middle gray times this; 1 changes nothing.'),
    },
    { additionalProperties: false },
  ),
  needs: [],
  // Only what is used is occupied, so that the common case stays in one pipeline with its neighbours.
  place: ({ brightness, saturation, gamma, contrast }) => {
    const used: Stage[] = [
      ...(gamma !== 1 ? (['gamma', 'linear'] as const) : []),
      ...(brightness !== 1 || saturation !== 1 ? (['modulate'] as const) : []),
      ...(contrast !== 1 ? (['linear'] as const) : []),
    ];
    if (used.includes('gamma')) return ['gamma', 'linear'];
    return [used[0] ?? 'modulate', used.at(-1) ?? 'modulate'];
  },
  run: (image, { brightness, saturation, gamma, contrast }) => {
    // What becomes darker has less colour: otherwise black would glow.
    if (brightness !== 1 || saturation !== 1)
      image.modulate({ brightness, saturation: saturation * Math.min(brightness, 1) });
    // sharp darkens by its first gamma and brightens by its second; both must lie from 1 to 3.
    if (gamma !== 1) image.gamma(Math.max(1 / gamma, 1), Math.max(gamma, 1));
    // The half is for rounding: libvips cuts off what is behind the point.
    if (contrast !== 1) image.linear(contrast, MIDDLE_GRAY * (1 - contrast) + 0.5);
    return image;
  },
});
