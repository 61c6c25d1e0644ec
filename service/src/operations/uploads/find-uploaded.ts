import { notFound } from '../../domain/errors.ts';
import { contentHashOf, type OrganizationId } from '../../domain/ids.ts';
import type { HeldImage, Images } from '../../ports/images.ts';

/** The bytes that a call names by their hash. `key` is the input that they are for. */
export const findUploaded = async (
  images: Images,
  organizationId: OrganizationId,
  key: string,
  contentHash: string,
): Promise<HeldImage> => {
  const hash = contentHashOf(contentHash);
  const image = hash && (await images.find(organizationId, hash));
  if (!image || image.reviewersOnly)
    throw notFound(`The image "${key}" must be uploaded first: this contentHash`);
  return image;
};
