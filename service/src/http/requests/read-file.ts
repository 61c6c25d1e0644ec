import type { FastifyRequest } from 'fastify';
import { readMultipartFile, type UploadedFile } from './multipart.ts';

/** The one file of a request: its whole body, or the form field `file`. Undefined when it brings none. */
export const readFile = async (request: FastifyRequest): Promise<UploadedFile | undefined> => {
  const type = request.headers['content-type'];
  if (type === undefined || request.mediaType === 'application/json') return undefined;
  // A refusal is still answered on this connection, so that leaving the loop must not end it.
  const bytes: AsyncIterable<Buffer> = request.raw.iterator({ destroyOnReturn: false });
  return request.mediaType === 'multipart/form-data'
    ? readMultipartFile(type, bytes)
    : { fileName: 'image', bytes };
};
