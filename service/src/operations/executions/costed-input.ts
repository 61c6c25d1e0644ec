import type { CostedInput } from '../../components/steps/cost-of.ts';
import type { InputImage } from '../../domain/executions/execution.ts';
import { IMAGE_FORMATS, type ImageFormat } from '../../domain/images/image-formats.ts';

const FORMATS = new Map(
  Object.entries(IMAGE_FORMATS).map(([format, { contentType }]) => [
    contentType as string,
    format as ImageFormat,
  ]),
);

export type CostedPicture = Pick<InputImage, 'width' | 'height' | 'contentType'>;

/** What is known of a picture that its cost goes by; undefined where its size was not written down. */
export const costedInput = ({ width, height, contentType }: CostedPicture): CostedInput | undefined =>
  width && height ? { width, height, format: FORMATS.get(contentType) } : undefined;
