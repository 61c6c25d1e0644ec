import { withRim } from '../../../pixels/filters/with-rim.ts';
import type { Pixels } from '../../../pixels/pixels.ts';
import { Type } from '../../../schema/typebox.ts';
import { component, type OpenInput, type StepImageFacts } from '../../definition/component.ts';
import { choice, optionalInput, POSITIONS, placeBox, solidColour } from '../../definition/param-kinds.ts';
import { layerOf, pixelsOf, sharpOf } from '../../files/sharp-pixels.ts';
import { MOST_LETTERS, renderText, textProblem } from './render-text.ts';

export const watermark = component({
  name: 'watermark',
  title: 'Watermark',
  sentence: 'Puts a watermark on the image, from text or from another input, once or repeated.',
  credits: 1,
  params: Type.Object(
    {
      text: Type.String({
        maxLength: MOST_LETTERS,
        default: 'PROOF',
        description: 'The text, in Latin, Greek and Cyrillic letters.',
      }),
      input: optionalInput('The input to use as the watermark instead of text:'),
      colour: solidColour('The colour of the text.', '#ffffff'),
      rim: Type.Boolean({
        default: true,
        description:
          'Add a soft rim around the text, dark around light text and the reverse, so that it is readable on any background.',
      }),
      opacity: Type.Number({
        minimum: 0,
        maximum: 1,
        default: 0.4,
        description: 'Opacity: 1 is opaque, 0 is invisible.',
      }),
      scale: Type.Number({
        minimum: 0.02,
        maximum: 1,
        default: 0.25,
        description: "The width of one watermark as a share of the image's width.",
      }),
      angle: Type.Number({
        minimum: -180,
        maximum: 180,
        default: -30,
        description: 'The rotation in degrees, clockwise.',
      }),
      tiled: Type.Boolean({ default: true, description: 'Repeat the watermark over the whole image.' }),
      spacing: Type.Number({
        minimum: 0,
        maximum: 4,
        default: 0.5,
        description:
          'Space between watermarks, as a multiple of their own size. Used only when the watermark is tiled.',
      }),
      position: choice(POSITIONS, 'center', 'Where the watermark is placed. Not used when it is tiled.'),
      margin: Type.Number({
        minimum: 0,
        maximum: 50,
        default: 3,
        description:
          "Distance from the edges, in percent of the image's shorter side. Not used when the watermark is tiled.",
      }),
    },
    { additionalProperties: false },
  ),
  inputParams: ['input'],
  rule: ({ text, input }) =>
    text.trim() === '' && input === ''
      ? 'text must not be empty: give a text, or an input to use as the watermark'
      : textProblem(text),
  stages: () => ['composite', 'composite'],
  needsSize: true,
  run: async (image, params, facts, { open }) => {
    const { opacity, angle, tiled, spacing, position, margin } = params;
    const mark = params.input ? await markOfInput(params, facts, open) : await markOfWords(params, facts);
    if (!mark || opacity === 0) return image;
    for (let at = 3; at < mark.data.length; at += 4) mark.data[at] = mark.data[at]! * opacity;
    const clear = { r: 0, g: 0, b: 0, alpha: 0 };
    const turned = await pixelsOf(sharpOf(mark).rotate(angle, { background: clear }));
    // After the rotation the mark may be larger than the image.
    const fitting = await pixelsOf(
      sharpOf(turned).resize({
        width: facts.width,
        height: facts.height,
        fit: 'inside',
        withoutEnlargement: true,
      }),
    );
    if (!tiled) {
      const distance = Math.round((Math.min(facts.width, facts.height) * margin) / 100);
      return image.composite([{ ...layerOf(fitting), ...placeBox(position, facts, fitting, distance) }]);
    }
    const right = Math.min(Math.round(fitting.width * spacing), Math.max(0, facts.width - fitting.width));
    const bottom = Math.min(Math.round(fitting.height * spacing), Math.max(0, facts.height - fitting.height));
    const tile = await pixelsOf(sharpOf(fitting).extend({ right, bottom, background: clear }));
    return image.composite([{ ...layerOf(tile), tile: true }]);
  },
});

type Mark = { text: string; input: string; colour: string; rim: boolean; scale: number };

const markOfInput = async ({ input, scale }: Mark, facts: StepImageFacts, open: OpenInput): Promise<Pixels> =>
  pixelsOf(
    (await open(input))
      .resize({ width: Math.max(1, Math.round(facts.width * scale)), height: facts.height, fit: 'inside' })
      .ensureAlpha(),
  );

const TRIAL_SIZE = 40;
/** The width of the rim, as a fraction of the font size. */
const RIM = 0.04;

/**
 * Renders the text once to measure its width, then again at the size that gives the requested width, limited to half of
 * the image's height.
 */
const markOfWords = async (
  { text, colour, rim, scale }: Mark,
  facts: StepImageFacts,
): Promise<Pixels | undefined> => {
  const lettering = { text, colour, weight: 'semibold', size: TRIAL_SIZE } as const;
  const trial = await renderText(lettering);
  if (!trial) return undefined;
  const lines = text.split('\n').length;
  const size = Math.min((TRIAL_SIZE * facts.width * scale) / trial.width, facts.height / 2 / lines);
  const words = await renderText({ ...lettering, size });
  return words && rim ? withRim(words, Math.max(1, Math.round(size * RIM))) : words;
};
