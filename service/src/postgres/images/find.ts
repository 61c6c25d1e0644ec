import type { HeldImage, Images } from '../../ports/images.ts';
import { type Run, statement } from '../database.ts';

const FIND = statement<HeldImage>(`
  select hash, format, content_type as "contentType", width, height, bytes, reviewers_only as "reviewersOnly"
  from images where organization_id = $1 and hash = $2`);

export const find =
  (run: Run): Images['find'] =>
  async (organizationId, hash) =>
    (await run(FIND, [organizationId, hash]))[0];
