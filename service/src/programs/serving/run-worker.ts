import type { OrganizationId } from '../../domain/ids.ts';
import type { Intake } from '../../ports/executions.ts';
import { CHANNELS } from '../../postgres/connection/channels.ts';
import { listen } from '../../postgres/connection/listen.ts';
import { SUM_UP_BATCH_COUNTS, SUM_UP_COUNTS } from '../../postgres/executions/counts.ts';
import { readEnded } from '../../postgres/executions/end.ts';
import { webhookQueue } from '../../postgres/webhooks/webhooks.ts';
import { workQueueIn } from '../../postgres/work-queue/work-queue.ts';
import { holdLease } from '../../postgres/workers/hold-lease.ts';
import { openLane } from '../../worker/lanes/lane.ts';
import { openLanePool } from '../../worker/lanes/lane-pool.ts';
import { startWorker } from '../../worker/queue/worker.ts';
import { startWebhookLoop } from '../../worker/webhooks/webhook-loop.ts';
import type { Foundation } from './foundation.ts';
import { laneOptions } from './open-lanes.ts';
import { openModels } from './open-models.ts';
import { openReusing } from './reusing.ts';
import { startReviewSteps } from './review-steps.ts';

const SUM_UP_EVERY_MS = 5_000;

/** Runs a worker: takes executions from the queue, runs them in lanes, sends webhooks and sums up the counts. */
export const runWorker = async (
  foundation: Foundation,
): Promise<{ intake: Intake; close(): Promise<void> }> => {
  const { config, runAs, database, egress, reportError } = foundation;
  const lease = await holdLease(database, config.leaseMs);
  const models = openModels(config, runAs);
  const options = { ...laneOptions(config, runAs), ...models.forLanes };
  const lanes = Array.from({ length: config.lanes }, () => openLane(options));
  const reusing = await openReusing(foundation);
  const worker = startWorker({
    ...foundation,
    ...reusing.world,
    queue: workQueueIn(database, foundation.results),
    pool: openLanePool(lanes),
    worker: lease.worker,
    mayTakeOver: lease.isSteady,
  });
  const webhooks = startWebhookLoop({
    queue: webhookQueue(database),
    egress,
    report: (problem, cause) => reportError(cause, { problem }),
  });
  const listener = await listen(
    database,
    {
      [CHANNELS.queue]: (organizationId) => worker.wake(organizationId as OrganizationId),
      [CHANNELS.ended]: (message) => worker.ended(...readEnded(message)),
      [CHANNELS.webhooks]: () => webhooks.wake(),
    },
    () => {
      worker.wake();
      webhooks.wake();
    },
  );
  // Errors are ignored: the next run, after the database is back, also sums up what this one missed.
  const sumUp = async () => {
    for (const counts of [SUM_UP_COUNTS, SUM_UP_BATCH_COUNTS]) await database.run(counts, []);
  };
  const summingUp = setInterval(() => sumUp().catch(() => {}), SUM_UP_EVERY_MS);

  const reviewSteps = startReviewSteps(foundation);

  return {
    intake: worker,
    close: async () => {
      clearInterval(summingUp);
      await reviewSteps.close();
      reusing.close();
      await Promise.all([worker.stop(config.shutdownMs), webhooks.stop()]);
      await listener.close();
      await models.close();
      await lease.end();
    },
  };
};
