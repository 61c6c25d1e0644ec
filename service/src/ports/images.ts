import type { ContentHash, OrganizationId } from '../domain/ids.ts';
import type { Digest, ImageFacts } from '../domain/images/image-formats.ts';

export type HeldImage = ImageFacts & Digest & { reviewersOnly: boolean };

/** The images that each organization has, by content hash. */
export type Images = {
  add(organizationId: OrganizationId, images: (ImageFacts & Digest)[]): Promise<void>;
  find(organizationId: OrganizationId, hash: ContentHash): Promise<HeldImage | undefined>;
};
