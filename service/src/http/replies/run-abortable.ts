import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Refusal, unavailable } from '../../domain/errors.ts';

/**
 * Runs `work` and aborts it when the client disconnects, its credential is revoked, the service stops, or `maxMs` have
 * passed.
 */
export const runAbortable = async <Result>(
  request: FastifyRequest,
  reply: FastifyReply,
  work: (signal: AbortSignal) => Promise<Result>,
  maxMs?: number,
): Promise<Result> => {
  const { closing, longCalls } = request.server;
  const stop = new AbortController();
  const giveUp = () =>
    stop.abort(
      unavailable(
        'The service is stopping or took too long, and did not finish this request. Send it again.',
        1,
      ),
    );
  const timer = maxMs === undefined ? undefined : setTimeout(giveUp, maxMs);
  let revoked: Refusal | undefined;
  const stopWatching = longCalls.watch(request, (refusal) => {
    revoked = refusal;
    stop.abort(refusal);
  });
  reply.raw.once('close', giveUp);
  closing.addEventListener('abort', giveUp);
  if (closing.aborted || reply.raw.closed) giveUp();
  try {
    const result = await work(stop.signal);
    if (revoked) throw revoked;
    return result;
  } catch (error) {
    throw revoked ?? error;
  } finally {
    stopWatching();
    clearTimeout(timer);
    reply.raw.off('close', giveUp);
    closing.removeEventListener('abort', giveUp);
  }
};
