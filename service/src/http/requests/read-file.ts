import type { FastifyRequest } from 'fastify';
import { readMultipartFile, type UploadedFile } from './multipart.ts';

/** Returns the file of a request: its whole body, or the form field `file`. Undefined when the request has none. */
export const readFile = async (request: FastifyRequest): Promise<UploadedFile | undefined> => {
  const type = request.headers['content-type'];
  if (type === undefined || request.mediaType === 'application/json') return undefined;
  // A reader that stops early must not close the connection, because the refusal is sent on it.
  const bytes: AsyncIterable<Buffer> = request.raw.iterator({ destroyOnReturn: false });
  return request.mediaType === 'multipart/form-data'
    ? readMultipartFile(type, bytes)
    : { fileName: 'image', bytes };
};
