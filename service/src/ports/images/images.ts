import type { ContentHash, OrganizationId } from '../../domain/ids.ts';
import type { Digest, ImageFacts } from '../../domain/images/image-formats.ts';

export type OrganizationImage = ImageFacts & Digest & { reviewersOnly: boolean };

/** The images that each organization has, by content hash. */
export type Images = {
  /**
   * Adds images, and revives deleted ones. Returns the hashes that the organization did not have. Throws `ObjectCondemned`
   * when the object of one of them is being deleted.
   */
  add(organizationId: OrganizationId, images: (ImageFacts & Digest)[]): Promise<ContentHash[]>;
  find(organizationId: OrganizationId, hash: ContentHash): Promise<OrganizationImage | undefined>;
  /** Finds an image for use as an input, and records the use: the retention period counts from the last use. */
  findForUse(organizationId: OrganizationId, hash: ContentHash): Promise<OrganizationImage | undefined>;
  /** The time at which the organization's image was deleted; undefined when it was not. */
  deletedAt(organizationId: OrganizationId, hash: ContentHash): Promise<Date | undefined>;
  /** Records that the create which added these images was refused. They are deleted unless an execution uses them. */
  markRefused(organizationId: OrganizationId, hashes: ContentHash[]): Promise<void>;
};

/** Thrown when an object cannot be referred to: it is being deleted, or was deleted and must be stored again. */
export class ObjectCondemned extends Error {}

/** Lets condemned objects be stored again. Waits until their deletion is over. */
export type Readmit = (hashes: readonly ContentHash[]) => Promise<void>;
