import type { Pixels } from '../../../pixels/pixels.ts';
import { sharpnessOf } from '../../../pixels/regions/sharpness.ts';
import { whiteBorderOf } from '../../../pixels/regions/white-border.ts';
import { type Static, Type } from '../../../schema/typebox.ts';
import { component } from '../../definition/component.ts';
import { MAX_SIDE } from '../../definition/param-kinds.ts';
import { StepsFailure } from '../../steps/steps-failure.ts';

const bound = (maximum: number, description: string) =>
  Type.Number({ minimum: 0, maximum, default: 0, description: `${description} 0 for no limit.` });

const PARAMS = Type.Object(
  {
    minWidth: bound(MAX_SIDE, 'Minimum width in pixels.'),
    minHeight: bound(MAX_SIDE, 'Minimum height in pixels.'),
    maxWidth: bound(MAX_SIDE, 'Maximum width in pixels.'),
    maxHeight: bound(MAX_SIDE, 'Maximum height in pixels.'),
    minRatio: bound(100, 'Minimum aspect ratio: width divided by height.'),
    maxRatio: bound(100, 'Maximum aspect ratio: width divided by height.'),
    minSharpness: bound(
      100,
      'Minimum sharpness: how much of a clear edge lies between two neighbouring pixels, in percent. 100 is a drawing, above 30 is crisp, below 15 is out of focus.',
    ),
    minWhiteBorder: bound(
      100,
      'Minimum share of the edge of the image that is white or transparent, in percent.',
    ),
    minBytes: bound(1024 ** 3, 'Minimum size of the result file in bytes.'),
    maxBytes: bound(1024 ** 3, 'Maximum size of the result file in bytes.'),
  },
  { additionalProperties: false },
);
type Params = Static<typeof PARAMS>;

const BOUNDED = ['Width', 'Height', 'Ratio', 'Bytes'] as const;

export const assert = component({
  name: 'assert',
  title: 'Assert',
  sentence: 'Fails the execution, with the reason, if the image at this step does not meet the requirements.',
  credits: 1,
  params: PARAMS,
  inputParams: [],
  rule: (params) => {
    const crossed = BOUNDED.find(
      (what) => params[`max${what}`] > 0 && params[`min${what}`] > params[`max${what}`],
    );
    return crossed && `min${crossed} must not be above max${crossed}: no image could pass`;
  },
  pixels: (pixels, params) => {
    const wrong = wrongWith(pixels, params);
    if (wrong.length > 0) throw new StepsFailure('component_failed', wrong.join(' '), 'assert');
    return pixels;
  },
  checkResult: ({ bytes }, { minBytes, maxBytes }) => {
    if (maxBytes > 0 && bytes > maxBytes)
      return `The result file has ${bytes} bytes; at most ${maxBytes} are allowed. Lower its quality or its size.`;
    if (bytes < minBytes)
      return `The result file has ${bytes} bytes; at least ${minBytes} are required. Raise its quality or its size.`;
    return undefined;
  },
});

/** Every failed requirement, so that the user can fix all of them at once. */
const wrongWith = (pixels: Pixels, params: Params): string[] => {
  const { width, height } = pixels;
  const ratio = width / height;
  const size = `The image is ${width} x ${height} pixels`;
  const wrong: string[] = [];
  if (width < params.minWidth)
    wrong.push(`${size}; it must be at least ${params.minWidth} wide. Send a larger one.`);
  if (height < params.minHeight)
    wrong.push(`${size}; it must be at least ${params.minHeight} high. Send a larger one.`);
  if (params.maxWidth > 0 && width > params.maxWidth)
    wrong.push(`${size}; it may be at most ${params.maxWidth} wide. Send a smaller one.`);
  if (params.maxHeight > 0 && height > params.maxHeight)
    wrong.push(`${size}; it may be at most ${params.maxHeight} high. Send a smaller one.`);
  if (ratio < params.minRatio || (params.maxRatio > 0 && ratio > params.maxRatio))
    wrong.push(
      `${size}, a ratio of ${ratio.toFixed(2)}; it must be ${ratioRange(params)}. Crop it or send another one.`,
    );
  const sharpness = params.minSharpness > 0 ? sharpnessOf(pixels) : 100;
  if (sharpness < params.minSharpness)
    wrong.push(
      `The image has a sharpness of ${sharpness.toFixed(0)}; at least ${params.minSharpness} is required. Take the photo again in focus.`,
    );
  const white = params.minWhiteBorder > 0 ? whiteBorderOf(pixels) * 100 : 100;
  if (white < params.minWhiteBorder)
    wrong.push(
      `${white.toFixed(1)} percent of the image's edge is white or transparent; at least ${params.minWhiteBorder} is required. Remove or lighten the background.`,
    );
  return wrong;
};

const ratioRange = ({ minRatio, maxRatio }: Params): string => {
  if (maxRatio === 0) return `at least ${minRatio}`;
  return minRatio === 0 ? `at most ${maxRatio}` : `from ${minRatio} to ${maxRatio}`;
};
