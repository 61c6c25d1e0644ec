import { compose, translateBy } from '../../../domain/images/transform.ts';
import { type Box, cutBox, type Pixels, withAlpha } from '../../../pixels/pixels.ts';
import { edgeAngle } from '../../../pixels/regions/edge-angle.ts';
import { Type } from '../../../schema/typebox.ts';
import { component } from '../../definition/component.ts';
import { choice, fillColour, isOpaque, resolveFillColour } from '../../definition/param-kinds.ts';
import { pixelsOf, sharpOf } from '../../files/sharp-pixels.ts';
import { refuseTooLarge } from './most-pixels.ts';
import { rotatedSize, rotation } from './rotated-size.ts';

export const straighten = component({
  name: 'straighten',
  title: 'Straighten',
  sentence:
    'Rotates a slightly tilted image so that its edges are horizontal and vertical, and crops the corners.',
  credits: 2,
  params: Type.Object(
    {
      method: choice(
        ['auto', 'value'],
        'auto',
        'How the tilt is found. auto: by the edges in the image; without clear edges the image stays as it is. value: by the given angle.',
      ),
      limit: Type.Integer({
        minimum: 1,
        maximum: 20,
        default: 8,
        description:
          'The largest tilt in degrees that is corrected; a larger one is assumed to be intended. Used with the method auto.',
      }),
      angle: Type.Number({
        minimum: -45,
        maximum: 45,
        default: 0,
        description: 'Degrees to rotate, clockwise. Used with the method value.',
      }),
      corners: choice(
        ['cut', 'fill'],
        'cut',
        'cut: keep the largest upright part with the same aspect ratio. fill: keep the whole image and fill the corners with the background.',
      ),
      background: fillColour('The colour of the corners.'),
    },
    { additionalProperties: false },
  ),
  inputParams: [],
  sizeAfter: ({ method, limit, angle, corners }, before) =>
    corners === 'fill' ? rotatedSize(before, method === 'value' ? angle : limit) : before,
  alphaAfter: ({ corners, background }, before) =>
    before || (corners === 'fill' && !isOpaque(resolveFillColour(background, before)) ? 'unknown' : false),
  pixels: async (pixels, { method, limit, angle, corners, background }, { reportTransform }) => {
    const degrees = method === 'value' ? angle : -(edgeAngle(pixels, limit) ?? 0);
    if (Math.abs(degrees) < LEAST_DEGREES[method]) return pixels;
    refuseTooLarge('straighten', rotatedSize(pixels, degrees), pixels);
    // With cut corners no empty area remains, so the background does not matter.
    const fill = resolveFillColour(corners === 'fill' ? background : '', pixels.channels === 4);
    const opens = !isOpaque(fill);
    const turned = await pixelsOf(
      sharpOf(opens ? withAlpha(pixels) : pixels).rotate(degrees, { background: fill }),
    );
    if (corners === 'fill') {
      reportTransform(rotation(pixels, degrees));
      return turned;
    }
    const inside = insideOf(turned, pixels, degrees);
    reportTransform(compose(rotation(pixels, degrees), translateBy(-inside.left, -inside.top)));
    return cutBox(turned, inside, []);
  },
});

/**
 * The smallest rotation that the step carries out, in degrees, for each method. A detected angle is exact to about 0.1
 * degrees; a smaller rotation would only soften the image.
 */
const LEAST_DEGREES = { auto: 0.1, value: 0.05 };

const insideOf = (turned: Pixels, before: Pixels, degrees: number): Box => {
  const angle = (Math.abs(degrees) * Math.PI) / 180;
  const { width, height } = before;
  const scale = Math.min(
    width / (width * Math.cos(angle) + height * Math.sin(angle)),
    height / (width * Math.sin(angle) + height * Math.cos(angle)),
  );
  const kept = {
    width: Math.max(1, Math.floor(width * scale) - 2),
    height: Math.max(1, Math.floor(height * scale) - 2),
  };
  const left = Math.round((turned.width - kept.width) / 2);
  const top = Math.round((turned.height - kept.height) / 2);
  return { left, top, ...kept };
};
