import type { FastifyReply, FastifyRequest } from 'fastify';
import { unavailable } from '../domain/errors.ts';

/** Works as long as the caller waits for the answer and the service is not stopping, and at most `maxMs`. */
export const whileWaitedFor = async <Result>(
  request: FastifyRequest,
  reply: FastifyReply,
  work: (signal: AbortSignal) => Promise<Result>,
  maxMs?: number,
): Promise<Result> => {
  const { closing } = request.server;
  const stop = new AbortController();
  const giveUp = () => stop.abort(unavailable('This has not been finished. Ask again.', 1));
  const timer = maxMs === undefined ? undefined : setTimeout(giveUp, maxMs);
  reply.raw.once('close', giveUp);
  closing.addEventListener('abort', giveUp);
  if (closing.aborted || reply.raw.closed) giveUp();
  try {
    return await work(stop.signal);
  } finally {
    clearTimeout(timer);
    reply.raw.off('close', giveUp);
    closing.removeEventListener('abort', giveUp);
  }
};
