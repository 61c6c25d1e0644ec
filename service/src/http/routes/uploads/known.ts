import type { ContentHash } from '../../../domain/ids.ts';
import { Type } from '../../../schema/typebox.ts';
import { route } from '../../server/route.ts';
import { ContentHashSchema, EXAMPLE_HASH, PlainQuery } from '../../server/schemas.ts';

const MAX_HASHES = 1000;

export const knownUploads = route({
  method: 'POST',
  path: '/upload/known',
  versions: ['v1'],
  action: 'image.upload',
  summary: `Returns which of up to ${MAX_HASHES} hashes belong to images that the organization has already.`,
  schema: {
    querystring: PlainQuery,
    body: Type.Object({
      hashes: Type.Array(ContentHashSchema, {
        maxItems: MAX_HASHES,
        description: 'SHA-256 hashes of image files',
      }),
    }),
    response: { 200: Type.Object({ known: Type.Array(ContentHashSchema) }) },
  },
  example: { hashes: [EXAMPLE_HASH as ContentHash] },
  handler: async (ports, { caller, body }) => {
    const found = await Promise.all(
      body.hashes.map((hash) => ports.images.find(caller.organizationId, hash)),
    );
    // An image that only reviewers may see cannot be an input either, so the client must upload it.
    return { known: body.hashes.filter((_, index) => found[index] && !found[index].reviewersOnly) };
  },
});
