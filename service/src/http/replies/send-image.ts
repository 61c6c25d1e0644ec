import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { create as contentDisposition } from 'content-disposition';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../../domain/errors.ts';
import type { BrokenObject } from '../../ports/retention.ts';
import { type ByteRange, requestedByteRange } from './byte-range.ts';
import { checkedBytes } from './checked-bytes.ts';

type FileFacts = {
  /** Becomes the ETag. Different bytes have different tags. */
  tag: string;
  contentType: string;
  bytes: number;
  fileName: string;
};
/** An image to send, with a function that reads a range of its bytes. */
export type SentImage = FileFacts & {
  read(range: ByteRange): Buffer | Readable;
  /** The SHA-256 of the whole image: damaged bytes are not sent. */
  hash?: string;
  /** Called when the image is missing or damaged. */
  onBroken?(problem: BrokenObject['problem']): void;
};
/** A file that is made while it is sent. A part is valid only until the next one is requested. */
export type Download = FileFacts & { read(range: ByteRange): AsyncIterable<Buffer> };

/** Sends an image or a range of its bytes, with headers that keep a browser from running anything inside it. */
export const sendImage = (image: SentImage, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  reply.header('cache-control', 'private, max-age=31536000, immutable');
  const range = rangeToSend(image, 'inline', request, reply);
  if (!range) return sendNoBody(reply);
  const length = range.end - range.start + 1;
  const sha256 = length === image.bytes ? image.hash : undefined;
  return reply.send(checkedBytes(() => image.read(range), length, image.onBroken ?? (() => {}), sha256));
};

/** Sends a file to be saved, or a range of its bytes. The file may change later, so caches must revalidate it. */
export const sendDownload = async (
  file: Download,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> => {
  reply.header('cache-control', 'private, no-cache');
  const range = rangeToSend(file, 'attachment', request, reply);
  if (!range) return sendNoBody(reply);
  reply.hijack();
  const response = reply.raw;
  response.writeHead(reply.statusCode, reply.getHeaders() as OutgoingHttpHeaders);
  try {
    // Wait until each part has left the process, so that its memory can be used again. Without this, the
    // service held hundreds of megabytes of sent parts that were not yet garbage-collected.
    for await (const part of file.read(range)) await write(response, part);
    response.end();
  } catch (error) {
    // The client sees from the Content-Length that the file is incomplete, and can request the missing range.
    response.destroy(response.closed ? undefined : (error as Error));
  }
  return reply;
};

// The framework keeps the Content-Length of a response to HEAD only if its body is a stream.
const sendNoBody = (reply: FastifyReply): FastifyReply =>
  reply.statusCode === 304 ? reply.send() : reply.send(Readable.from([]));

const write = (response: ServerResponse, part: Buffer): Promise<void> =>
  new Promise((resolve, reject) => {
    const giveUp = () => reject(new Error('The client has closed the connection.'));
    if (response.destroyed) return giveUp();
    response.once('close', giveUp);
    response.write(part, (error) => {
      response.off('close', giveUp);
      if (error) reject(error);
      else resolve();
    });
  });

/** Sets the headers and returns the range of bytes to send; undefined when the response has no body. */
const rangeToSend = (
  { tag, contentType, bytes, fileName }: FileFacts,
  disposition: 'inline' | 'attachment',
  request: FastifyRequest,
  reply: FastifyReply,
): ByteRange | undefined => {
  const etag = `"${tag}"`;
  const { 'if-none-match': known, 'if-range': onlyIf, range } = request.headers;
  reply.header('etag', etag);
  if (known !== undefined && matchesTag(known, etag)) {
    reply.code(304);
    return undefined;
  }
  const mayBeRange = request.method === 'GET' && (onlyIf === undefined || onlyIf === etag);
  const asked = mayBeRange ? requestedByteRange(range, bytes) : undefined;
  if (asked === 'unsatisfiable') {
    reply.header('content-range', `bytes */${bytes}`);
    throw new Refusal(
      'range_not_satisfiable',
      `The Range header asks for no byte of the file, which has ${bytes} bytes. Ask for a range within the file, or leave the header out.`,
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
  // When the range has an end, the reader does not have to look up the size of the file.
  return request.method === 'HEAD' ? undefined : (asked ?? { start: 0, end: bytes - 1 });
};

/** Returns whether an If-None-Match header contains the ETag, weak or strong, or `*`. */
export const matchesTag = (header: string, etag: string): boolean =>
  header.split(',').some((candidate) => {
    const tag = candidate.trim().replace(/^W\//, '');
    return tag === '*' || tag === etag;
  });
