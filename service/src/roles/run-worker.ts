import type { OrganizationId } from '../domain/ids.ts';
import type { Intake } from '../ports/executions.ts';
import { SUM_UP_COUNTS } from '../postgres/executions/counts.ts';
import { readEnded } from '../postgres/executions/end.ts';
import { FORGET_OLD_KEYS } from '../postgres/executions/idempotency-keys.ts';
import { listen } from '../postgres/listen.ts';
import { webhookQueue } from '../postgres/webhooks/webhooks.ts';
import { workQueueIn } from '../postgres/work-queue/work-queue.ts';
import { showLife } from '../postgres/workers/sign-of-life.ts';
import { openLane } from '../worker/lane.ts';
import { openLanePool } from '../worker/lane-pool.ts';
import { startWorker } from '../worker/loop.ts';
import { startWebhookLoop } from '../worker/webhook-loop.ts';
import type { Foundation } from './foundation.ts';
import { openModels } from './open-models.ts';
import { openReusing } from './reusing.ts';

const SUM_UP_EVERY_MS = 5_000;
const FORGET_KEYS_EVERY_MS = 600_000;

/** Takes executions from the queue and runs them in lanes; sends webhooks; tidies up. */
export const runWorker = async (
  foundation: Foundation,
): Promise<{ intake: Intake; close(): Promise<void> }> => {
  const { config, database, egress, reportError } = foundation;
  const life = await showLife(database, config.leaseMs);
  const models = openModels(config, Math.min(4, config.lanes));
  const lanes = Array.from({ length: config.lanes }, () =>
    openLane({
      deadlineMs: config.laneDeadlineMs,
      memoryBytes: config.laneMemoryBytes,
      jobsBeforeRecycle: config.laneJobs,
      ...models.forLanes,
    }),
  );
  const reusing = await openReusing(foundation);
  const worker = startWorker({
    ...foundation,
    ...reusing.world,
    queue: workQueueIn(database, foundation.results),
    pool: openLanePool(lanes),
    worker: life.worker,
    mayTakeOver: life.isSteady,
  });
  const webhooks = startWebhookLoop({
    queue: webhookQueue(database),
    egress,
    report: (problem, cause) => reportError(cause, { problem }),
  });
  const listener = await listen(database, ['darkroom_queue', 'darkroom_ended', 'darkroom_webhooks'], {
    onNotification: (channel, payload) => {
      if (channel === 'darkroom_queue') worker.wake(payload as OrganizationId);
      else if (channel === 'darkroom_ended') worker.ended(...readEnded(payload));
      else webhooks.wake();
    },
    onReconnect: () => {
      worker.wake();
      webhooks.wake();
    },
  });
  // A chore that fails while the database is away is done the next time.
  const chores = [
    setInterval(() => database.run(SUM_UP_COUNTS, []).catch(() => {}), SUM_UP_EVERY_MS),
    setInterval(() => database.run(FORGET_OLD_KEYS, []).catch(() => {}), FORGET_KEYS_EVERY_MS),
  ];

  return {
    intake: worker,
    close: async () => {
      for (const chore of chores) clearInterval(chore);
      reusing.close();
      await Promise.all([worker.stop(config.shutdownMs), webhooks.stop()]);
      await listener.close();
      await models.close();
      await life.end();
    },
  };
};
