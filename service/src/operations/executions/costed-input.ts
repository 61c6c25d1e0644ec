import type { CostedInput } from '../../components/steps/cost-of.ts';
import type { InputImage } from '../../domain/executions/execution.ts';
import { IMAGE_FORMATS, type ImageFormat } from '../../domain/images/image-formats.ts';

const FORMATS = new Map(
  Object.entries(IMAGE_FORMATS).map(([format, { contentType }]) => [
    contentType as string,
    format as ImageFormat,
  ]),
);

export type CostedImage = Pick<InputImage, 'width' | 'height' | 'contentType'>;

/** The facts of an image that its cost depends on; undefined when its size was not recorded. */
export const costedInput = ({ width, height, contentType }: CostedImage): CostedInput | undefined =>
  width && height ? { width, height, format: FORMATS.get(contentType) } : undefined;
