import type { OrganizationId } from '../../domain/ids.ts';
import type { Digest, ImageFacts } from '../../domain/images/image-formats.ts';
import type { MadeOutput } from '../lanes.ts';

/** The result of an earlier execution with the same images and the same steps. */
export type EarlierResult = ImageFacts & Digest & { outputs?: MadeOutput[]; confidence?: number };

/** Results and intermediate images that later executions with the same images and steps can use again. */
export type Reuse = {
  find(organizationId: OrganizationId, key: string): Promise<EarlierResult | undefined>;
  remember(organizationId: OrganizationId, key: string, result: EarlierResult): Promise<void>;
  /** The path where the intermediate image with this key is cached, or may be written. */
  intermediate(key: string): string;
  /** The least time that the steps must have taken for their output to be cached. */
  worthMs: number;
};
