import { malformed } from '../../domain/errors.ts';

/** Reads `image` or `images`, never both. `images` has the key `default`, and then 1, 2, 3, ... without gaps. */
export const namedImages = <Image>(
  image: Image | null | undefined,
  images: Record<string, Image> | null | undefined,
): Record<string, Image> => {
  if (image && images) throw malformed('Send either the field "image" or the field "images", not both.');
  if (image) return { default: image };
  if (!images) throw malformed('Send one image in the field "image", or several in the field "images".');
  if (!Object.hasOwn(images, 'default'))
    throw malformed('The field "images" needs the main image under the key "default".');
  const keys = Object.keys(images).filter((key) => key !== 'default');
  const missing = keys.map((_, index) => String(index + 1)).find((key) => !Object.hasOwn(images, key));
  if (missing)
    throw malformed(`The field "images" needs the keys 1, 2, 3, ... without gaps: "${missing}" is missing.`);
  return images;
};
