import type { ContentHash, OrganizationId } from '../domain/ids.ts';
import type { ImageFacts } from '../domain/images/image-formats.ts';

/** A result that the same pictures and the same steps had before. */
export type EarlierResult = ImageFacts & { hash: ContentHash; confidence?: number };

/** What executions leave for later ones with the same beginning or the same whole way. */
export type Reuse = {
  find(organizationId: OrganizationId, key: string): Promise<EarlierResult | undefined>;
  remember(organizationId: OrganizationId, key: string, result: EarlierResult): Promise<void>;
  /** Where the picture in the middle of the way is, or may be put. */
  intermediate(key: string): string;
  /** How long steps must have taken for what they made to be kept. */
  worthMs: number;
};
