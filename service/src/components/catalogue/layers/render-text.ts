import { type Pixels, rgbaOf } from '../../../pixels/pixels.ts';
import { sharp } from '../../files/sharp-setup.ts';
import { FONTS, type FontWeight, useOwnFontSettings } from './fonts.ts';

export const FONT_WEIGHTS = Object.keys(FONTS) as FontWeight[];

export const MOST_LETTERS = 300;
/** The smallest text size in pixels; smaller text is unreadable. */
const SMALLEST = 4;

type Lettering = {
  text: string;
  weight: FontWeight;
  /** #rrggbb or #rrggbbaa. */
  colour: string;
  /** The font size in pixels. */
  size: number;
  /** Lines wrap between words at this width; 0 for no wrapping. A longer word is not broken. */
  maxWidth?: number;
  align?: 'left' | 'center' | 'right';
};

/** Renders text in one colour on a transparent background, without margins. Undefined when the text is blank. */
export const renderText = async (lettering: Lettering): Promise<Pixels | undefined> => {
  const { text, weight, colour, size, maxWidth = 0, align = 'left' } = lettering;
  const plain = printable(text);
  if (plain.trim() === '') return undefined;
  const { font, file } = FONTS[weight];
  useOwnFontSettings();
  const { data, info } = await sharp({
    text: {
      text: plain,
      font: `${font} ${Math.max(SMALLEST, Math.round(size))}`,
      fontfile: file,
      // At 72 dpi a point is a pixel.
      dpi: 72,
      align,
      ...(maxWidth > 0 ? { width: Math.max(1, Math.round(maxWidth)), wrap: 'word' as const } : {}),
    },
  })
    .extractChannel(0)
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch((cause) => {
      throw new Error('the text does not fit at this size; make it shorter or smaller', { cause });
    });
  const [red, green, blue, alpha] = rgbaOf(colour);
  const rgba = new Uint8Array(data.length * 4);
  for (let from = 0, to = 0; from < data.length; from += 1, to += 4) {
    rgba[to] = red;
    rgba[to + 1] = green;
    rgba[to + 2] = blue;
    rgba[to + 3] = (data[from]! * alpha) / 255;
  }
  return { width: info.width, height: info.height, channels: 4, data: rgba };
};

/** Letters that the fonts do not contain, which would be drawn as boxes. */
const UNKNOWN_LETTER =
  /[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]|\p{Emoji_Presentation}/u;

/** Returns what is wrong with a text, or undefined when it can be rendered. */
export const textProblem = (text: string): string | undefined => {
  const [letter] = UNKNOWN_LETTER.exec(text) ?? [];
  return letter && `text may only have Latin, Greek and Cyrillic letters; remove "${letter}"`;
};

/**
 * Renders the text at the given size, or at smaller sizes in steps of 6 % until it fits into the space for that size.
 * No size is below SMALLEST. Undefined if none fits.
 */
export const renderTextToFit = async (
  lettering: Lettering,
  roomAt: (size: number) => { width: number; height: number },
): Promise<{ written: Pixels; size: number } | undefined> => {
  for (let size = Math.max(SMALLEST, lettering.size); size >= SMALLEST; size *= SHRINKING) {
    const room = roomAt(size);
    if (isTooLarge(lettering.text, size, room)) continue;
    const written = await renderText({ ...lettering, size, maxWidth: room.width });
    if (written && written.width <= room.width && written.height <= room.height) return { written, size };
  }
  return undefined;
};
const SHRINKING = 0.94;

/**
 * True when the text is certainly too large, so that it need not be rendered. A letter is wider than a fifth of the
 * font size.
 */
const isTooLarge = (text: string, size: number, room: { width: number; height: number }): boolean => {
  const narrow = size / 5;
  const longest = Math.max(...text.split(/\s+/).map((word) => word.length));
  return longest * narrow > room.width || text.length * narrow * size > room.width * room.height;
};

/** Escapes the text, because the renderer reads markup. */
const printable = (text: string): string =>
  text
    .replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
