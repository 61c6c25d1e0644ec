import type { ContentHash, OrganizationId } from '../../domain/ids.ts';
import type { HeldImage, Images } from '../../ports/images.ts';
import { type Run, statement } from '../database.ts';
import { runTogetherBy } from '../run-together.ts';

const FIND = statement<HeldImage>(`
  select hash, format, content_type as "contentType", width, height, bytes, reviewers_only as "reviewersOnly"
  from images where organization_id = $1 and hash = any ($2::text[])`);

/** Those asked for while another look is under way are read together, by the next. */
export const find = (run: Run): Images['find'] =>
  runTogetherBy<OrganizationId, ContentHash, HeldImage | undefined>(
    async (organizationId, hashes) => {
      const found = new Map((await run(FIND, [organizationId, hashes])).map((image) => [image.hash, image]));
      return hashes.map((hash) => found.get(hash));
    },
    { maxItems: 200, gatherMs: 0 },
  );
