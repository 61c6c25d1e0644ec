import { gone, notFound, Refusal } from '../../../domain/errors.ts';
import { type ContentHash, contentHashOf, type OrganizationId } from '../../../domain/ids.ts';
import { cleanFileName, resultFileName } from '../../../domain/images/file-names.ts';
import { FILE_FORMATS } from '../../../domain/images/image-formats.ts';
import { THUMBNAIL_SIZES, type ThumbnailSize } from '../../../domain/images/thumbnail-sizes.ts';
import { may } from '../../../domain/people/rights.ts';
import type { OrganizationImage } from '../../../ports/images/images.ts';
import { Type } from '../../../schema/typebox.ts';
import { type SentImage, sendImage } from '../../replies/send-image.ts';
import type { ApiPorts } from '../../server/api-ports.ts';
import { route } from '../../server/route.ts';
import { queryWith } from '../../server/schemas.ts';

export const readImage = route({
  method: 'GET',
  path: '/image/:hash/:name',
  // The name is optional and may contain slashes, because only the hash is looked up.
  aliases: ['/image/:hash', '/image/:hash/*'],
  versions: ['v1'],
  action: 'image.read',
  summary: "Returns the bytes of one of the organization's images.",
  schema: {
    params: Type.Object({ hash: Type.String(), name: Type.Optional(Type.String()) }),
    querystring: queryWith({
      size: Type.Optional(
        Type.Unsafe<ThumbnailSize>(
          Type.Integer({
            enum: [...THUMBNAIL_SIZES],
            expects: THUMBNAIL_SIZES.join(', ').replace(/, (\d+)$/, ' or $1'),
            description:
              'Returns a WebP thumbnail whose longest side has at most this many pixels, instead of the image.',
          }),
        ),
      ),
    }),
    response: { 200: Type.String({ format: 'binary' }) },
  },
  handler: async (ports, request, reply) => {
    const { organizationId, role } = request.caller;
    const { name } = request.params;
    const hash = contentHashOf(request.params.hash);
    if (!hash) throw notFound('The image');
    const image = await findReadable(ports, organizationId, hash, may(role, 'execution.review'));
    const fileName = name ? cleanFileName(name) : `${hash}.${FILE_FORMATS[image.format].extensions[0]}`;
    const { size } = request.query;
    const { contentType } = image;
    if (size === undefined && ports.config.presignDownloads && ports.objects.presign)
      return reply
        .header('cache-control', 'private, no-store')
        .redirect(await ports.objects.presign(hash, { name: fileName, contentType }), 302);
    return sendImage(
      size === undefined
        ? fullImage(ports, image, fileName)
        : await thumbnailImage(ports, organizationId, image, fileName, size),
      request,
      reply,
    );
  },
});

const fullImage = (
  { objects, reportBroken }: ApiPorts,
  image: OrganizationImage,
  fileName: string,
): SentImage => ({
  ...image,
  tag: image.hash,
  fileName,
  read: (range) => objects.read(image.hash, range),
  onBroken: (problem) => reportBroken({ hash: image.hash, problem }),
});

const thumbnailImage = async (
  { thumbnails }: ApiPorts,
  organizationId: OrganizationId,
  { hash }: OrganizationImage,
  fileName: string,
  size: ThumbnailSize,
): Promise<SentImage> => {
  const bytes = await thumbnails(organizationId, hash, size);
  return {
    tag: `${hash}-${size}`,
    contentType: FILE_FORMATS.webp.contentType,
    bytes: bytes.length,
    fileName: resultFileName(fileName, 'webp'),
    read: ({ start, end }) => bytes.subarray(start, end + 1),
  };
};

const findReadable = async (
  { images, objects }: Pick<ApiPorts, 'images' | 'objects'>,
  organizationId: OrganizationId,
  hash: ContentHash,
  mayReview: boolean,
): Promise<OrganizationImage> => {
  const held = await images.find(organizationId, hash);
  if (held && (!held.reviewersOnly || mayReview)) return held;
  const deletedAt = held ? undefined : await images.deletedAt(organizationId, hash);
  if (deletedAt) throw gone('The image', deletedAt, 'Upload it again to use it.');
  if (held || (await objects.has(hash)))
    throw new Refusal(
      'forbidden',
      'Your organization or your role may not read this image. Check its hash, or ask an owner or admin.',
    );
  throw notFound('The image');
};
