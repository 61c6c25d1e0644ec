import { translateBy } from '../../../domain/images/transform.ts';
import { type Box, cutBox, type Pixels, rgbaOf, withAlpha } from '../../../pixels/pixels.ts';
import { boxOfAlpha } from '../../../pixels/regions/box-above.ts';
import { boxOfContrast } from '../../../pixels/regions/box-of-contrast.ts';
import { Type } from '../../../schema/typebox.ts';
import { component, type Size } from '../../definition/component.ts';
import {
  choice,
  fillColour,
  isOpaque,
  MAX_SIDE,
  POSITIONS,
  type Position,
  resolveFillColour,
} from '../../definition/param-kinds.ts';
import { refuseTooLarge } from '../geometry/most-pixels.ts';

export const cropToSubject = component({
  name: 'crop-to-subject',
  title: 'Crop to subject',
  sentence: 'Finds the object in the image and crops to it, with a margin and an aspect ratio.',
  credits: 2,
  params: Type.Object(
    {
      from: choice(
        ['auto', 'alpha', 'contrast'],
        'auto',
        'How the object is found. alpha: the parts that are not transparent. contrast: the parts that differ from the background. auto: alpha if the image has transparency, otherwise contrast. A shadow from an earlier step counts as part of the object.',
      ),
      margin: Type.Number({
        minimum: 0,
        maximum: 200,
        default: 5,
        description: "Free space on every side, in percent of the object's longer side.",
      }),
      width: Type.Number({
        minimum: 0,
        maximum: MAX_SIDE,
        default: 0,
        description: 'First number of the aspect ratio of the result; 0 uses the ratio of the object.',
      }),
      height: Type.Number({
        minimum: 0,
        maximum: MAX_SIDE,
        default: 0,
        description: 'Second number of the aspect ratio of the result; 0 uses the ratio of the object.',
      }),
      keepRatio: Type.Boolean({ default: false, description: 'Keep the aspect ratio of the image.' }),
      position: choice(POSITIONS, 'center', 'Where the object is placed if the ratio leaves free space.'),
      beyond: choice(
        ['stop', 'extend'],
        'stop',
        'What happens where margin and ratio reach beyond the image. stop: stop at the edge, even if that cuts the object. extend: extend the image with the background colour.',
      ),
      background: fillColour('The colour that extend fills with.'),
    },
    { additionalProperties: false },
  ),
  inputParams: [],
  rule: ({ width, height, keepRatio }) => {
    if (width > 0 !== height > 0) return 'width and height must both be given, or neither';
    return width > 0 && keepRatio ? 'keepRatio must be false when a ratio is given' : undefined;
  },
  // An upper bound: the result is largest when the object fills the whole image.
  sizeAfter: (params, before) =>
    params.beyond === 'extend' ? aroundSubject({ left: 0, top: 0, ...before }, before, params) : before,
  alphaAfter: ({ beyond, background }, before) =>
    before || (beyond === 'extend' && !isOpaque(resolveFillColour(background, before)) ? 'unknown' : false),
  pixels: (pixels, params, { warn, reportTransform }) => {
    const { from, beyond, background } = params;
    const subject = findSubject(pixels, from);
    if (!subject) {
      warn(NOTHING_FOUND);
      return pixels;
    }
    const wanted = aroundSubject(subject, pixels, params);
    const ratio = ratioOf(params, pixels);
    if (beyond === 'stop') {
      const kept = insideImage(wanted, pixels, ratio);
      reportTransform(translateBy(-kept.left, -kept.top));
      return cutBox(pixels, kept, []);
    }
    refuseTooLarge('crop-to-subject', wanted, pixels);
    reportTransform(translateBy(-wanted.left, -wanted.top));
    const reaches =
      wanted.left < 0 ||
      wanted.top < 0 ||
      wanted.left + wanted.width > pixels.width ||
      wanted.top + wanted.height > pixels.height;
    const fill = resolveFillColour(background, pixels.channels === 4);
    return cutBox(reaches && !isOpaque(fill) ? withAlpha(pixels) : pixels, wanted, rgbaOf(fill));
  },
});

const NOTHING_FOUND = 'No object was found to crop to, so the whole image was kept.';

/** Pixels with less alpha than this are ignored: they are faint traces of a shadow or of a cut-out. */
const SEEN_ALPHA = 12;

const findSubject = (pixels: Pixels, from: 'auto' | 'alpha' | 'contrast'): Box | undefined => {
  const byAlpha = pixels.channels === 4 && from !== 'contrast' ? boxOfAlpha(pixels, SEEN_ALPHA) : undefined;
  const isWhole = byAlpha?.width === pixels.width && byAlpha.height === pixels.height;
  if (from === 'alpha' || (byAlpha && !isWhole)) return byAlpha;
  return boxOfContrast(pixels);
};

type Shape = Size & { margin: number; keepRatio: boolean; position: Position };

const ratioOf = ({ keepRatio, width, height }: Shape, image: Size): number | undefined => {
  if (keepRatio) return image.width / image.height;
  return width > 0 ? width / height : undefined;
};

const aroundSubject = (subject: Box, image: Size, shape: Shape): Box => {
  const { margin, position } = shape;
  const room = (Math.max(subject.width, subject.height) * margin) / 100;
  const ratio = ratioOf(shape, image);
  const needed = { width: subject.width + 2 * room, height: subject.height + 2 * room };
  const width = Math.max(1, Math.round(ratio ? Math.max(needed.width, needed.height * ratio) : needed.width));
  const height = Math.max(
    1,
    Math.round(ratio ? Math.max(needed.height, needed.width / ratio) : needed.height),
  );
  const before = (free: number, toStart: boolean, toEnd: boolean) =>
    Math.round(toStart ? room : toEnd ? free - room : free / 2);
  return {
    left: subject.left - before(width - subject.width, position.endsWith('west'), position.endsWith('east')),
    top:
      subject.top -
      before(height - subject.height, position.startsWith('north'), position.startsWith('south')),
    width,
    height,
  };
};

/** Moves the box into the image, and shrinks it in its ratio if it does not fit. */
const insideImage = (box: Box, image: Pixels, ratio: number | undefined): Box => {
  const scale = ratio ? Math.min(1, image.width / box.width, image.height / box.height) : 1;
  const width = Math.max(1, Math.min(image.width, Math.round(box.width * scale)));
  const height = Math.max(1, Math.min(image.height, Math.round(box.height * scale)));
  const into = (start: number, asked: number, kept: number, whole: number) => {
    if (!ratio) return Math.max(0, Math.min(whole - 1, start));
    return Math.max(0, Math.min(whole - kept, Math.round(start + (asked - kept) / 2)));
  };
  const left = into(box.left, box.width, width, image.width);
  const top = into(box.top, box.height, height, image.height);
  if (ratio) return { left, top, width, height };
  return {
    left,
    top,
    width: Math.min(image.width, box.left + box.width) - left,
    height: Math.min(image.height, box.top + box.height) - top,
  };
};
