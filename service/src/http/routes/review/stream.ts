import { route } from '../../server/route.ts';
import { PlainQuery } from '../../server/schemas.ts';

export const streamQueue = route({
  method: 'GET',
  path: '/qa/stream',
  versions: ['v1'],
  action: 'execution.read',
  summary: 'Streams the length of the review queue and its arrivals as server-sent events.',
  head: false,
  schema: { querystring: PlainQuery },
  handler: async (ports, request, reply) => {
    const stream = request.server.eventStreams.open(reply);
    stream.onClose(
      ports.queueFeed.follow(request.caller.organizationId, (news) =>
        stream.write(`event: queue\ndata: ${JSON.stringify(news)}\n\n`),
      ),
    );
  },
});
