import type { WorkerId } from '../../../domain/ids.ts';
import { queueOfPlatform } from '../../../operations/queue/queue-of-platform.ts';
import { Type } from '../../../schema/typebox.ts';
import { route } from '../../server/route.ts';
import { idSchema, PlainQuery, TimestampSchema } from '../../server/schemas.ts';
import { depthFields, depthRecord } from './record.ts';

export const readPlatformQueue = route({
  method: 'GET',
  path: '/platform/queue',
  versions: ['v1'],
  action: { platform: 'queue.read' },
  summary:
    'Returns how much work of all organizations waits and runs, with the live workers and their lanes.',
  schema: {
    querystring: PlainQuery,
    response: {
      200: Type.Object({
        ...depthFields,
        lanes: Type.Integer({ description: 'The lanes of all live workers' }),
        workers: Type.Array(
          Type.Object({
            id: idSchema<WorkerId>('The worker'),
            lanes: Type.Integer(),
            running: Type.Integer({
              description: 'Executions that the worker has taken from the queue and not finished',
            }),
            leaseUntil: TimestampSchema,
          }),
        ),
      }),
    },
  },
  handler: async (ports) => {
    const queue = await queueOfPlatform(ports);
    return { ...depthRecord(queue), lanes: queue.lanes, workers: queue.workers };
  },
});
