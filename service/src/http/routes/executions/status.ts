import { isFinal } from '../../../domain/executions/execution-states.ts';
import { findStatus } from '../../../operations/executions/find-execution.ts';
import { route } from '../../server/route.ts';
import { ExecutionParams, PlainQuery } from '../../server/schemas.ts';

export const status = route({
  method: 'GET',
  path: '/workflow/execution/:id/status',
  versions: ['v1'],
  action: 'execution.read',
  summary: 'Streams each status of an execution as a server-sent event, up to its final status.',
  head: false,
  schema: { params: ExecutionParams, querystring: PlainQuery },
  handler: async (ports, request, reply) => {
    const { caller, params, headers } = request;
    const read = await findStatus(ports, caller.organizationId, params.id);
    const seen = headers['last-event-id'];
    // 204 tells an EventSource to stop reconnecting.
    if (isFinal(read.status) && seen === read.status) return reply.code(204).send();

    const stream = request.server.eventStreams.open(reply);
    let first = true;
    const unfollow = ports.statusFeed.follow(params.id, read, (current) => {
      // Skips a status that the client has seen only at the start: after a retry the same status comes again.
      const known = first && current === seen;
      const event = known ? '' : `id: ${current}\nevent: ${current}\ndata: ${current}\n\n`;
      if (isFinal(current)) stream.end(event);
      else if (event) stream[first ? 'write' : 'writeSoon'](event);
      first = false;
    });
    stream.onClose(unfollow);
  },
});
