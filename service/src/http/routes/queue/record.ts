import { percentilesOf } from '../../../domain/usage/time-histogram.ts';
import type { QueueDepth } from '../../../ports/queue.ts';
import { Type } from '../../../schema/typebox.ts';
import { nullable, TimestampSchema } from '../../server/schemas.ts';

/** The fields that the queue of an organization and that of the platform have in common. */
export const depthFields = {
  waiting: Type.Integer({ description: 'Executions that are CREATED' }),
  running: Type.Integer({ description: 'Executions that are ACTIVE' }),
  oldestWaitingAt: nullable(TimestampSchema),
  throughputPerMinute: Type.Number({
    description: 'Executions that ended or went to review per minute, over the last five minutes',
  }),
  queueSeconds: Type.Object(
    { p50: nullable(Type.Number()), p95: nullable(Type.Number()) },
    {
      description:
        'Queue time of the runs that ended in the last hour, in seconds; null when there were none',
    },
  ),
};

/** Returns the depth of a queue as clients read it. */
export const depthRecord = ({
  waiting,
  running,
  oldestWaitingAt,
  throughputPerMinute,
  waitTimes,
}: QueueDepth) => ({
  waiting,
  running,
  oldestWaitingAt: oldestWaitingAt?.toISOString() ?? null,
  throughputPerMinute: Math.round(throughputPerMinute * 100) / 100,
  queueSeconds: percentilesOf(waitTimes),
});
