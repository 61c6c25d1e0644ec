import type { FastifyReply, FastifyRequest } from 'fastify';
import { unavailable } from '../domain/errors.ts';

/** Works as long as the caller waits for the answer and the service is not stopping. */
export const whileWaitedFor = async <Result>(
  request: FastifyRequest,
  reply: FastifyReply,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> => {
  const { closing } = request.server;
  const stop = new AbortController();
  const giveUp = () => stop.abort(unavailable('The service is stopping. Ask again.', 1));
  reply.raw.once('close', giveUp);
  closing.addEventListener('abort', giveUp);
  if (closing.aborted || reply.raw.closed) giveUp();
  try {
    return await work(stop.signal);
  } finally {
    closing.removeEventListener('abort', giveUp);
  }
};
