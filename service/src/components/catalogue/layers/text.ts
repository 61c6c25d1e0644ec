import { rgbaOf } from '../../../pixels/pixels.ts';
import { Type } from '../../../schema/typebox.ts';
import { component } from '../../definition/component.ts';
import { choice, colour, POSITIONS, placeBox } from '../../definition/param-kinds.ts';
import { layerOf } from '../../files/sharp-pixels.ts';
import { FONT_WEIGHTS, MOST_LETTERS, renderTextToFit, textProblem } from './render-text.ts';

export const text = component({
  name: 'text',
  title: 'Text',
  sentence: 'Writes text on the image, such as a price, a name or an article number.',
  credits: 1,
  params: Type.Object(
    {
      text: Type.String({
        maxLength: MOST_LETTERS,
        default: 'New',
        description:
          'The text, in Latin, Greek and Cyrillic letters. If it is empty, the image stays as it is.',
      }),
      size: Type.Number({
        minimum: 0.5,
        maximum: 50,
        default: 6,
        description:
          "Height of the letters, in percent of the image's shorter side; less if the text would not fit.",
      }),
      weight: choice(FONT_WEIGHTS, 'semibold', 'How bold the letters are.'),
      colour: colour('The colour of the letters.', '#1d2a33'),
      background: colour('The colour of a box behind the letters.', '#00000000'),
      position: choice(POSITIONS, 'southwest', 'Where the text is placed.'),
      margin: Type.Number({
        minimum: 0,
        maximum: 50,
        default: 4,
        description: "Distance from the edges, in percent of the image's shorter side.",
      }),
      align: choice(['left', 'center', 'right'], 'left', 'How lines of different length are aligned.'),
    },
    { additionalProperties: false },
  ),
  inputParams: [],
  rule: ({ text: words }) => textProblem(words),
  stages: () => ['composite', 'composite'],
  needsSize: true,
  run: async (
    image,
    { text: words, size, weight, colour: ink, background, position, margin, align },
    facts,
    { warn },
  ) => {
    if (words.trim() === '') return image;
    const shorter = Math.min(facts.width, facts.height);
    const distance = Math.round((shorter * margin) / 100);
    const behind = rgbaOf(background);
    const paddingAt = (letters: number) => (behind[3] > 0 ? Math.round(letters * 0.5) : 0);
    const lettering = { text: words, size: (shorter * size) / 100, weight, colour: ink, align };
    const fitting = await renderTextToFit(lettering, (letters) => ({
      width: facts.width - 2 * distance - 2 * paddingAt(letters),
      height: facts.height - 2 * distance - 2 * paddingAt(letters),
    }));
    if (!fitting) {
      warn(
        'The text does not fit into the image with this margin, so nothing was written. Make the margin smaller or the text shorter.',
      );
      return image;
    }
    const { written } = fitting;
    const padding = paddingAt(fitting.size);
    const box = { width: written.width + 2 * padding, height: written.height + 2 * padding };
    const at = placeBox(position, facts, box, distance);
    return image.composite([
      ...(padding > 0
        ? [
            {
              input: {
                create: {
                  ...box,
                  channels: 4 as const,
                  background: { r: behind[0], g: behind[1], b: behind[2], alpha: behind[3] / 255 },
                },
              },
              ...at,
            },
          ]
        : []),
      {
        ...layerOf(written),
        left: at.left + padding,
        top: at.top + padding,
      },
    ]);
  },
});
