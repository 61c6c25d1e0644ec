import { Readable } from 'node:stream';
import { create as contentDisposition } from 'content-disposition';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../../domain/errors.ts';
import { requestedRange } from './byte-range.ts';

/** A file to send, with a function that reads a range of its bytes. */
export type SentFile = {
  /** Identifies exactly these bytes; becomes the ETag. */
  tag: string;
  contentType: string;
  bytes: number;
  fileName: string;
  /** `end` is inclusive. */
  read(range: { start: number; end: number }): Buffer | Readable;
};
export type SentImage = SentFile;

/** Sends an image or a range of its bytes, with headers that keep a browser from running anything inside it. */
export const sendImage = (image: SentImage, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  reply.header('cache-control', 'private, max-age=31536000, immutable');
  return sendFile(image, 'inline', request, reply);
};

/** Sends a file that may have changed when it is asked for again, or a range of its bytes, to be saved. */
export const sendDownload = (file: SentFile, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  reply.header('cache-control', 'private, no-cache');
  return sendFile(file, 'attachment', request, reply);
};

const sendFile = (
  file: SentFile,
  disposition: 'inline' | 'attachment',
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply => {
  const { tag, contentType, bytes, fileName } = file;
  const etag = `"${tag}"`;
  const { 'if-none-match': known, 'if-range': onlyIf, range } = request.headers;
  reply.header('etag', etag);
  if (known !== undefined && matchesTag(known, etag)) return reply.code(304).send();

  const mayBeRange = request.method === 'GET' && (onlyIf === undefined || onlyIf === etag);
  const asked = mayBeRange ? requestedRange(range, bytes) : undefined;
  if (asked === 'unsatisfiable') {
    reply.header('content-range', `bytes */${bytes}`);
    throw new Refusal(
      'range_not_satisfiable',
      `The requested range starts beyond the end of the file, which has ${bytes} bytes.`,
    );
  }
  reply.headers({
    'content-type': contentType,
    'content-length': asked ? asked.end - asked.start + 1 : bytes,
    'content-disposition': contentDisposition(fileName, { type: disposition }),
    'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
  });
  if (asked) reply.code(206).header('content-range', `bytes ${asked.start}-${asked.end}/${bytes}`);
  // With an explicit end the reader does not have to look up the size.
  const bounds = asked ?? { start: 0, end: bytes - 1 };
  return reply.send(request.method === 'HEAD' ? Readable.from([]) : file.read(bounds));
};

/** Returns whether an If-None-Match header contains the ETag, weak or strong, or `*`. */
export const matchesTag = (header: string, etag: string): boolean =>
  header.split(',').some((candidate) => {
    const tag = candidate.trim().replace(/^W\//, '');
    return tag === '*' || tag === etag;
  });
