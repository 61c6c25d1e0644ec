import type { OrganizationId } from '../../domain/ids.ts';
import type { Images } from '../../ports/images.ts';
import { type Run, statement } from '../database.ts';
import { runTogetherBy } from '../run-together.ts';

// An upload of bytes that were under review makes them the organization's own. Sorted, so that two uploads of the
// same pictures cannot wait for each other in a circle.
const ADD = statement(`
  insert into images (organization_id, hash, format, content_type, width, height, bytes)
  select distinct on (hash) $1::uuid, hash, format, content_type, width, height, bytes
  from unnest($2::text[], $3::text[], $4::text[], $5::integer[], $6::integer[], $7::bigint[])
    as given (hash, format, content_type, width, height, bytes)
  order by hash
  on conflict (organization_id, hash) do update set reviewers_only = false where images.reviewers_only`);

type Added = Parameters<Images['add']>[1];

/** Uploads of one organization that end at the same time are committed together. */
export const add = (run: Run): Images['add'] =>
  runTogetherBy<OrganizationId, Added, void>(
    async (organizationId, uploads) => {
      const images = uploads.flat();
      await run(ADD, [
        organizationId,
        images.map((image) => image.hash),
        images.map((image) => image.format),
        images.map((image) => image.contentType),
        images.map((image) => image.width),
        images.map((image) => image.height),
        images.map((image) => image.bytes),
      ]);
      return uploads.map(() => undefined);
    },
    { maxItems: 100, gatherMs: 0 },
  );
