import { notFound } from '../../../domain/errors.ts';
import { contentHashOf } from '../../../domain/ids.ts';
import { route } from '../../server/route.ts';
import { ImageParams, PlainQuery } from '../../server/schemas.ts';

export const probeUpload = route({
  method: 'HEAD',
  path: '/upload/:hash',
  versions: ['v1'],
  action: 'image.upload',
  summary: 'Returns 200 when the organization has an image with this hash already, or 404.',
  schema: { params: ImageParams, querystring: PlainQuery },
  handler: async (ports, request) => {
    const hash = contentHashOf(request.params.hash);
    const held = hash && (await ports.images.find(request.caller.organizationId, hash));
    // An image that only reviewers may see cannot be an input either, so the client must upload it.
    if (!held || held.reviewersOnly) throw notFound('The image');
    return '';
  },
});
