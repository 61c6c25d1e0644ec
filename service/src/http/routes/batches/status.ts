import { findBatch } from '../../../operations/batches/find-batch.ts';
import type { BatchCounters } from '../../../ports/batches.ts';
import { route } from '../../server/route.ts';
import { BatchParams, PlainQuery } from '../../server/schemas.ts';
import { countersRecord } from './record.ts';

export const batchStatus = route({
  method: 'GET',
  path: '/batch/:id/status',
  versions: ['v1'],
  action: 'batch.read',
  summary:
    'Streams the counters of a batch as server-sent events, at most two a second, until it is completed.',
  head: false,
  schema: { params: BatchParams, querystring: PlainQuery },
  handler: async (ports, request, reply) => {
    const { caller, params, headers } = request;
    const batch = await findBatch(ports, caller.organizationId, params.id);
    // 204 tells an EventSource to stop reconnecting.
    if (batch.status === 'completed' && headers['last-event-id'] === idOf(batch))
      return reply.code(204).send();

    const stream = request.server.eventStreams.open(reply);
    const { id, status, round, counts, changes, expected, chargedCredits, heldCredits } = batch;
    const read = { id, status, round, counts, changes, expected, chargedCredits, heldCredits };
    if (status === 'completed') return stream.end(eventOf(read));
    stream.write(eventOf(read));
    const unfollow = ports.batchFeed.follow(caller.organizationId, read, (counters) => {
      if (counters.status === 'completed') stream.end(eventOf(counters));
      else stream.write(eventOf(counters));
    });
    stream.onClose(unfollow);
  },
});

const idOf = ({ round, changes }: BatchCounters) => `${round}.${changes}`;

const eventOf = (counters: BatchCounters): string =>
  `id: ${idOf(counters)}\nevent: ${counters.status}\ndata: ${JSON.stringify(countersRecord(counters))}\n\n`;
