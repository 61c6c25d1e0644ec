import { translateBy } from '../../../domain/images/transform.ts';
import { type Box, cutBox, type Pixels } from '../../../pixels/pixels.ts';
import { boxOfAlpha } from '../../../pixels/regions/box-above.ts';
import { Type } from '../../../schema/typebox.ts';
import { component, type Size } from '../../definition/component.ts';
import { choice, solidColour } from '../../definition/param-kinds.ts';
import { StepsFailure } from '../../steps/steps-failure.ts';
import { refuseTooLarge } from '../geometry/most-pixels.ts';
import { reflectedRows, reflection } from './reflection.ts';
import {
  contactBox,
  contactShadow,
  type DropSize,
  dropBox,
  dropShadow,
  layUnder,
  visiblePart,
} from './shadow-shapes.ts';

export const shadow = component({
  name: 'shadow',
  title: 'Shadow',
  sentence: 'Adds a shadow to a cut-out object: where it stands, or behind it; or adds its reflection.',
  credits: 2,
  params: Type.Object(
    {
      kind: choice(
        ['contact', 'drop', 'reflection'],
        'contact',
        'contact: a shadow where the object stands. drop: a soft copy of its shape, moved by the distance. reflection: the object mirrored below, fading.',
      ),
      colour: solidColour('The colour of the shadow.', '#20242b'),
      opacity: Type.Number({
        minimum: 0,
        maximum: 1,
        default: 0.45,
        description: 'The opacity of the shadow or the reflection.',
      }),
      softness: Type.Number({
        minimum: 0,
        maximum: 20,
        default: 3,
        description: "The softness of the shadow's edge, in percent of the object's longer side.",
      }),
      distance: Type.Number({
        minimum: 0,
        maximum: 50,
        default: 4,
        description: "The distance of a drop shadow from the object, in percent of the object's longer side.",
      }),
      angle: Type.Number({
        minimum: -360,
        maximum: 360,
        default: 135,
        description: 'The direction of a drop shadow in degrees: 180 is down, 90 is to the right.',
      }),
      length: Type.Number({
        minimum: 1,
        maximum: 100,
        default: 30,
        description: 'The height of the reflection, in percent of the height of the object.',
      }),
      extend: Type.Boolean({
        default: true,
        description:
          'Make the image larger if the shadow needs space: equally on opposite sides, so that the object stays in the middle, or only below for a reflection. Use false after a canvas step: the shadow then lies in its margin.',
      }),
      whenNothingFound: choice(
        ['fail', 'keep'],
        'fail',
        'What happens if the whole image is transparent. fail: the step fails. keep: the image stays as it is, with a warning in the trace.',
      ),
    },
    { additionalProperties: false },
  ),
  inputParams: [],
  needsTransparency: true,
  // An upper bound: the object may be as large as the image.
  sizeAfter: (params, { width, height }) => {
    const whole = { left: 0, top: 0, width, height };
    if (!params.extend) return whole;
    if (params.kind === 'reflection') return { width, height: height + reflectedRows(whole, params.length) };
    const { across, along } = roomFor(shadowBox(whole, params), whole);
    return { width: width + 2 * across, height: height + 2 * along };
  },
  pixels: async (pixels, params, { warn, reportTransform }) => {
    if (pixels.channels !== 4)
      throw impossible(
        'The image has no transparent background. Add a remove-background step before this one.',
      );
    const subject = boxOfAlpha(pixels, SEEN_ALPHA);
    if (!subject) {
      if (params.whenNothingFound === 'fail')
        throw impossible('The whole image is transparent. Check the result of the step before.');
      warn('The whole image is transparent, so no shadow was made.');
      return pixels;
    }
    if (params.kind === 'reflection') return reflection(pixels, subject, params);
    refuseTooLarge('shadow', shadowBox(subject, params), pixels);
    const size = sizeFor(subject, params);
    const shape =
      params.kind === 'contact'
        ? await contactShadow(pixels, subject, size.softness)
        : await dropShadow(pixels, subject, size);
    const seen = params.extend ? visiblePart(shape, params.opacity) : undefined;
    const grown = seen ? grow(pixels, seen) : { pixels, dx: 0, dy: 0 };
    reportTransform(translateBy(grown.dx, grown.dy));
    return layUnder(
      grown.pixels,
      { ...shape, left: shape.left + grown.dx, top: shape.top + grown.dy },
      params,
    );
  },
});

type ShadowParams = DropSize & { kind: 'contact' | 'drop' | 'reflection' };

/** Converts sizes in percent of the object to pixels. */
const sizeFor = ({ width, height }: Size, { softness, distance, angle }: DropSize): DropSize => {
  const percent = Math.max(width, height) / 100;
  return { softness: softness * percent, distance: distance * percent, angle };
};

const shadowBox = (subject: Box, params: ShadowParams): Box => {
  const size = sizeFor(subject, params);
  return params.kind === 'contact' ? contactBox(subject, size.softness) : dropBox(subject, size);
};

const SEEN_ALPHA = 12;

/**
 * The space that the box of a shadow needs on each side of the image: `across` on the left and right, `along` above and
 * below. It is equal on opposite sides, so that the centre does not move.
 */
const roomFor = (box: Box, { width, height }: Size) => ({
  across: Math.max(0, -box.left, box.left + box.width - width),
  along: Math.max(0, -box.top, box.top + box.height - height),
});

const grow = (pixels: Pixels, box: Box) => {
  const { across, along } = roomFor(box, pixels);
  const wanted = {
    left: -across,
    top: -along,
    width: pixels.width + 2 * across,
    height: pixels.height + 2 * along,
  };
  refuseTooLarge('shadow', wanted, pixels);
  return {
    pixels: across + along === 0 ? pixels : cutBox(pixels, wanted, [0, 0, 0, 0]),
    dx: across,
    dy: along,
  };
};

const impossible = (reason: string) =>
  new StepsFailure('component_failed', `Nothing can cast a shadow. ${reason}`, 'shadow');
