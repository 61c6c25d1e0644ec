import { Refusal } from '../../domain/errors.ts';
import { contentHashOf, type OrganizationId } from '../../domain/ids.ts';
import type { Images, OrganizationImage } from '../../ports/images/images.ts';

/** Finds an uploaded image by its hash, for use as the input `key`. */
export const findUploaded = async (
  images: Images,
  organizationId: OrganizationId,
  key: string,
  contentHash: string,
): Promise<OrganizationImage> => {
  const hash = contentHashOf(contentHash);
  const image = hash && (await images.findForUse(organizationId, hash));
  if (!image || image.reviewersOnly)
    throw new Refusal(
      'not_found',
      `The contentHash of the image "${key}" is unknown. Upload the image first.`,
    );
  return image;
};
