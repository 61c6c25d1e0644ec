import type { OrganizationId } from '../../domain/ids.ts';
import { openMailDelivery } from '../../mail/smtp.ts';
import { METRICS } from '../../metrics/metrics.ts';
import type { Intake } from '../../ports/executions.ts';
import type { Lane } from '../../ports/lanes.ts';
import { CHANNELS, channelOf } from '../../postgres/connection/channels.ts';
import { oneAtATime } from '../../postgres/connection/one-at-a-time.ts';
import { readEnded } from '../../postgres/executions/cancel.ts';
import { noticeQueueIn } from '../../postgres/people/notices.ts';
import { isDue } from '../../postgres/webhooks/next-due.ts';
import { webhookQueue } from '../../postgres/webhooks/webhook-queue.ts';
import { workQueueIn } from '../../postgres/work-queue/work-queue.ts';
import { holdLease } from '../../postgres/workers/hold-lease.ts';
import { type LaneOptions, openLane } from '../../worker/lanes/lane.ts';
import { openLanePool } from '../../worker/lanes/lane-pool.ts';
import { startNoticeLoop } from '../../worker/notices/notice-loop.ts';
import {
  type QuarantinableWorker,
  startQuarantinableWorker,
} from '../../worker/queue/quarantinable-worker.ts';
import { startWorker } from '../../worker/queue/worker.ts';
import { startWebhookLoop } from '../../worker/webhooks/webhook-loop.ts';
import { openReusing } from './caches/reusing.ts';
import { startChores } from './chores.ts';
import type { Foundation } from './foundation.ts';
import { observedQueue } from './observed-queue.ts';
import { laneOptions } from './open-lanes.ts';
import { openModels } from './open-models.ts';
import { reportError, reportWarning } from './report.ts';
import { workerChores } from './worker-chores.ts';

/**
 * Runs a worker for as long as this process can do the work: see `startQuarantinableWorker`. While the store is not
 * usable or the schema is newer than the code, other workers do the work.
 */
export const runWorker = (foundation: Foundation): Promise<QuarantinableWorker> =>
  startQuarantinableWorker({
    open: (onUnusable) => openWorker(foundation, onUnusable),
    whyUnusable: foundation.whyUnusable,
    report: (problem, cause) => (cause ? reportError(cause, { problem }) : reportWarning(problem)),
    graceMs: foundation.config.shutdownMs,
  });

/**
 * Opens a worker: it takes executions from the queue and runs them in lanes. In the background it sends webhooks and mails,
 * and does the chores of a worker.
 */
export const openWorker = async (
  foundation: Foundation,
  onUnusable: () => void,
  openLanes: (options: LaneOptions) => Lane[] = (options) =>
    Array.from({ length: foundation.config.lanes }, () => openLane(options)),
): Promise<{ intake: Intake; close(graceMs: number): Promise<void> }> => {
  const { config, runAs, database, egress, reportError } = foundation;
  const lease = await holdLease(database, config.leaseMs, config.lanes);
  const models = openModels(config, runAs);
  const options = { ...laneOptions(config, runAs), ...models.forLanes };
  METRICS.lanes.set(config.lanes);
  const reusing = await openReusing(foundation);
  const worker = startWorker({
    ...foundation,
    ...reusing.ports,
    queue: observedQueue(workQueueIn(database, foundation.results)),
    pool: openLanePool(openLanes(options)),
    worker: lease.worker,
    mayTakeOver: lease.isSteady,
    place: lease.place,
    onUnusable,
  });
  const background = oneAtATime(database);
  const webhooks = startWebhookLoop({
    queue: webhookQueue(database, background),
    egress,
    report: (problem, cause) => reportError(cause, { problem }),
  });
  const notices = openNotices(foundation);
  const chores = startChores(
    {
      ...workerChores({ config, database: background, objects: foundation.objects }),
      webhooks: {
        name: 'Looking for webhook messages',
        everyMs: 2_000,
        run: async () => {
          if (await isDue(background.run)) webhooks.wake();
        },
      },
    },
    reportError,
    () => lease.place().rank === 0,
  );
  chores.wake('bulk');
  await lease.listen(
    {
      [channelOf('queue', lease.number)]: (organizationId) => worker.wake(organizationId as OrganizationId),
      [CHANNELS.ended]: (message) => worker.abortEnded(...readEnded(message)),
      [channelOf('webhooks', lease.number)]: () => webhooks.wake(),
      [CHANNELS.bulk]: () => chores.wake('bulk'),
      [CHANNELS.notices]: () => notices?.wake(),
    },
    () => {
      worker.wake();
      webhooks.wake();
      chores.wake('bulk');
      notices?.wake();
    },
  );

  return {
    intake: worker,
    close: async (graceMs) => {
      await Promise.all([
        reusing.close(),
        worker.stop(graceMs),
        webhooks.stop(),
        notices?.stop(),
        chores.close(),
      ]);
      await models.close();
      await lease.end();
    },
  };
};

/** Starts the loop that sends mails to people, where there is a mail server. */
const openNotices = ({ config, database, reportError }: Foundation) => {
  const mail = openMailDelivery(config);
  return (
    mail &&
    startNoticeLoop({
      queue: noticeQueueIn(database),
      mail,
      publicUrl: config.publicUrl,
      report: (problem, cause) => reportError(cause, { problem }),
    })
  );
};
