import { Type } from 'typebox';
import { cutBox, rgbaOf } from '../pixels/pixels.ts';
import { component } from './component.ts';
import { choice, colour, POSITIONS, placeBox } from './param-kinds.ts';
import { FONT_WEIGHTS, MOST_LETTERS, renderText } from './render-text.ts';
import { layerOf } from './sharp-pixels.ts';

export const text = component({
  name: 'text',
  title: 'Text',
  sentence: 'Writes on the picture, such as a price, a name or an article number.',
  credits: 1,
  params: Type.Object(
    {
      text: Type.String({
        maxLength: MOST_LETTERS,
        default: 'New',
        description: 'What is written; Latin, Greek and Cyrillic letters. Nothing happens when it is empty.',
      }),
      size: Type.Number({
        minimum: 0.5,
        maximum: 50,
        default: 6,
        description: "Height of the letters, in percent of the picture's shorter side.",
      }),
      weight: choice(FONT_WEIGHTS, 'semibold', 'How bold the letters are.'),
      colour: colour('What the letters are made of.', '#1d2a33'),
      background: colour('A box behind the letters.', '#00000000'),
      position: choice(POSITIONS, 'southwest', 'Where it stands.'),
      margin: Type.Number({
        minimum: 0,
        maximum: 50,
        default: 4,
        description: "Distance from the edges, in percent of the picture's shorter side.",
      }),
      align: choice(['left', 'center', 'right'], 'left', 'How lines of different length stand.'),
    },
    { additionalProperties: false },
  ),
  needs: [],
  place: () => ['composite', 'composite'],
  measures: true,
  run: async (
    image,
    { text: words, size, weight, colour: ink, background, position, margin, align },
    facts,
  ) => {
    const shorter = Math.min(facts.width, facts.height);
    const distance = Math.round((shorter * margin) / 100);
    const letters = (shorter * size) / 100;
    const padding = rgbaOf(background)[3] > 0 ? Math.round(letters * 0.5) : 0;
    const room = {
      width: facts.width - 2 * distance - 2 * padding,
      height: facts.height - 2 * distance - 2 * padding,
    };
    if (room.width < 1 || room.height < 1) return image;
    const written = await renderText({
      text: words,
      size: letters,
      weight,
      colour: ink,
      maxWidth: room.width,
      align,
    });
    if (!written) return image;
    const shown = {
      width: Math.min(written.width, room.width),
      height: Math.min(written.height, room.height),
    };
    const box = { width: shown.width + 2 * padding, height: shown.height + 2 * padding };
    const at = placeBox(position, facts, box, distance);
    const behind = rgbaOf(background);
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
        ...layerOf(cutBox(written, { left: 0, top: 0, ...shown }, [])),
        left: at.left + padding,
        top: at.top + padding,
      },
    ]);
  },
});
