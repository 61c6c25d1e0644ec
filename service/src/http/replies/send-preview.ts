import type { FastifyReply } from 'fastify';
import { PREVIEW_CONTENT_TYPE } from '../../domain/executions/trace.ts';

/** Sends a preview image, with headers that keep a browser from running anything inside it. */
export const sendPreview = (reply: FastifyReply, bytes: Buffer): FastifyReply =>
  reply
    .headers({
      'content-type': PREVIEW_CONTENT_TYPE,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    .send(bytes);
