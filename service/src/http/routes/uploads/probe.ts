import { notFound } from '../../../domain/errors.ts';
import { contentHashOf } from '../../../domain/ids.ts';
import { route } from '../../server/route.ts';
import { ImageParams, PlainQuery } from '../../server/schemas.ts';

export const probeUpload = route({
  method: 'HEAD',
  path: '/upload/:hash',
  versions: ['v1'],
  action: 'image.upload',
  summary: 'Whether the organization holds these bytes already: 200, or 404.',
  schema: { params: ImageParams, querystring: PlainQuery },
  handler: async (world, request) => {
    const hash = contentHashOf(request.params.hash);
    const held = hash && (await world.images.find(request.caller.organizationId, hash));
    // What only reviewers may see cannot be used as an input either: to skip its upload would not help.
    if (!held || held.reviewersOnly) throw notFound('The image');
    return '';
  },
});
