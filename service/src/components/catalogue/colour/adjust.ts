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
      brightness: factor(0, 4, 'Factor for the lightness; 0 is black, 1 changes nothing.'),
      saturation: factor(0, 4, 'Factor for the saturation; 0 is gray, 1 changes nothing.'),
      gamma: factor(0.34, 3, 'Above 1 lightens the shadows, below 1 darkens them; 1 changes nothing.'),
      contrast: factor(0, 4, 'Factor for the distance from middle gray; 1 changes nothing.'),
    },
    { additionalProperties: false },
  ),
  inputParams: [],
  // The step names only the stages that it uses, so that it can usually share a pipeline with its neighbours.
  stages: ({ brightness, saturation, gamma, contrast }) => {
    const used: Stage[] = [
      ...(gamma !== 1 ? (['gamma', 'linear'] as const) : []),
      ...(brightness !== 1 || saturation !== 1 ? (['modulate'] as const) : []),
      ...(contrast !== 1 ? (['linear'] as const) : []),
    ];
    if (used.includes('gamma')) return ['gamma', 'linear'];
    return [used[0] ?? 'modulate', used.at(-1) ?? 'modulate'];
  },
  run: (image, { brightness, saturation, gamma, contrast }) => {
    // Darkening reduces the saturation as well, otherwise black would have a visible colour.
    if (brightness !== 1 || saturation !== 1)
      image.modulate({ brightness, saturation: saturation * Math.min(brightness, 1) });
    // sharp darkens with its first gamma and brightens with its second; both must be from 1 to 3.
    if (gamma !== 1) image.gamma(Math.max(1 / gamma, 1), Math.max(gamma, 1));
    // 0.5 is added for rounding, because libvips truncates.
    if (contrast !== 1) image.linear(contrast, MIDDLE_GRAY * (1 - contrast) + 0.5);
    return image;
  },
});
