import { malformed } from '../../../domain/errors.ts';
import { FILE_FORMATS } from '../../../domain/images/image-formats.ts';
import { MAX_URLS } from '../../../operations/uploads/fetch-uploads.ts';
import { storeUpload } from '../../../operations/uploads/store-upload.ts';
import { Type } from '../../../schema/typebox.ts';
import { runAbortable } from '../../replies/run-abortable.ts';
import { readFile } from '../../requests/read-file.ts';
import { route } from '../../server/route.ts';
import { ContentHashSchema, mapSchema, PlainQuery } from '../../server/schemas.ts';

export const createUpload = route({
  method: 'POST',
  path: '/upload',
  versions: ['v1'],
  action: 'image.upload',
  summary:
    'Uploads an image or a colour table (.cube): in the form field `file`, as the whole body, or by URLs to download from.',
  files: ['multipart/form-data', 'image/*', FILE_FORMATS.cube.contentType],
  schema: {
    querystring: PlainQuery,
    body: Type.Object({
      urls: Type.Unsafe<Record<string, string>>({
        ...mapSchema(Type.String({ expects: 'a URL' }), {
          description: 'URLs to download images from, each under a name of your choice',
        }),
        minProperties: 1,
        maxProperties: MAX_URLS,
        expects: `an object of 1 to ${MAX_URLS} names with URLs`,
      }),
    }),
    response: { 201: Type.Union([ContentHashSchema, Type.Object({ urls: mapSchema(ContentHashSchema) })]) },
  },
  example: { urls: { front: 'https://shop.example/mug.jpg' } },
  status: 201,
  handler: async (ports, request, reply) => {
    const { organizationId } = request.caller;
    const file = await readFile(request);
    if (file) {
      const { hash } = await storeUpload(ports, organizationId, file.bytes);
      return reply.type('text/plain; charset=utf-8').send(hash);
    }
    if (!request.body)
      throw malformed(
        'The request has no image. Send it in the form field "file", as the whole body, or as JSON with URLs in the field urls.',
      );
    const { urls } = request.body;
    return runAbortable(request, reply, async (signal) => ({
      urls: await ports.fetchUploads(organizationId, urls, signal),
    }));
  },
});
