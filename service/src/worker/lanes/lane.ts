import type { StepsTrace } from '../../domain/executions/trace.ts';
import { type Lane, LaneFailure, type LaneJob, type LaneResult } from '../../ports/lanes.ts';
import type { ModelsForLane } from '../models/models-for-lane.ts';
import type { FromLane } from './lane-messages.ts';
import { type LaneSupervisorOptions, openLaneSupervisor } from './lane-supervisor.ts';
import { deadlineOf, openWatch, type WatchLimits } from './lane-watch.ts';

export type LaneOptions = WatchLimits & ModelsForLane & Omit<LaneSupervisorOptions, 'models'>;

type Pending = {
  id: number;
  job: LaneJob;
  sent: boolean;
  begun: boolean;
  /** When the job became the first in the process; undefined before. */
  since: number | undefined;
  /** The failure that is already decided. The caller gets it once the process can no longer touch the job's files. */
  fate: LaneFailure | undefined;
  /** The last trace that the process sent for this job. */
  reached: StepsTrace | undefined;
  settle(outcome: LaneResult | LaneFailure): void;
};

/** The job in progress and the next one: no gap between short jobs, and a crash loses at most two. */
const SENT_AHEAD = 2;

export const openLane = ({
  jobsBeforeRecycle,
  startWithinMs,
  runAs,
  model,
  enlarger,
  ...limits
}: LaneOptions): Lane => {
  const queue: Pending[] = [];
  let lastId = 0;
  let closing = false;

  const pump = (): void => {
    const sent = queue.filter((pending) => pending.sent).length;
    const process = supervisor.forNext(sent === 0);
    if (!process) return;
    for (const pending of queue.slice(sent, SENT_AHEAD)) {
      pending.sent = true;
      process.send({ say: 'apply', id: pending.id, job: pending.job });
    }
    const [head] = queue;
    if (!head || head.since !== undefined) return;
    head.since = performance.now();
    watch.wake();
  };

  const kill = (): void => supervisor.current()?.process.kill();

  const hear = (message: FromLane): void => {
    const pending = 'id' in message ? queue.find(({ id }) => id === message.id) : undefined;
    if (!pending) return;
    switch (message.say) {
      case 'begun':
        pending.begun = true;
        // The job began before the process received the request to drop it.
        if (pending.fate) kill();
        break;
      case 'done':
        finish(pending, message.result);
        break;
      case 'failed': {
        const { kind, code, message: sentence, component, trace } = message.failure;
        finish(pending, new LaneFailure(kind, code, sentence, component, trace));
        break;
      }
      case 'reached':
        pending.reached = message.trace;
        break;
      case 'dropped':
        remove(pending, canceled());
        break;
    }
  };

  const finish = (pending: Pending, outcome: LaneResult | LaneFailure): void => {
    supervisor.countJob();
    remove(pending, pending.fate ?? outcome);
  };

  const remove = (pending: Pending, outcome: LaneResult | LaneFailure): void => {
    queue.splice(queue.indexOf(pending), 1);
    pending.settle(outcome);
    pump();
  };

  const settleAll = (outcomeOf: (pending: Pending) => LaneFailure): void => {
    for (const pending of queue.splice(0)) pending.settle(outcomeOf(pending));
  };

  const watch = openWatch(
    limits,
    () => {
      const [head] = queue;
      const { process, idleBytes } = supervisor.current() ?? {};
      if (head?.since === undefined || process?.pid === undefined || head.fate) return undefined;
      const deadlineMs = deadlineOf(head.job.expectedMs, limits.deadlineMs);
      return { since: head.since, deadlineMs, pid: process.pid, idleBytes };
    },
    (failure) => {
      if (queue[0]) queue[0].fate = failure;
      kill();
    },
  );

  const abort = (pending: Pending): void => {
    pending.fate ??= canceled();
    if (!pending.sent) remove(pending, pending.fate);
    // The first job has begun or is about to begin. Do not wait for `begun`: a process that hangs never sends it.
    else if (pending.begun || pending === queue[0]) kill();
    else supervisor.current()?.process.send({ say: 'drop', id: pending.id });
  };

  const supervisor = openLaneSupervisor(
    { models: { model, enlarger }, jobsBeforeRecycle, startWithinMs, runAs },
    {
      onMessage: hear,
      onReady: pump,
      onLoss: (how) => settleAll((pending) => (closing && !pending.fate ? stopping() : lost(pending, how))),
    },
  );

  return {
    apply: (job, signal) => {
      const { promise, resolve, reject } = Promise.withResolvers<LaneResult>();
      if (closing || signal.aborted) {
        reject(closing ? stopping() : canceled());
        return promise;
      }
      lastId += 1;
      const pending: Pending = {
        id: lastId,
        job,
        sent: false,
        begun: false,
        since: undefined,
        fate: undefined,
        reached: undefined,
        settle: (outcome) => {
          signal.removeEventListener('abort', onAbort);
          if (outcome instanceof LaneFailure) reject(outcome);
          else resolve(outcome);
        },
      };
      const onAbort = () => abort(pending);
      signal.addEventListener('abort', onAbort, { once: true });
      queue.push(pending);
      pump();
      return promise;
    },
    close: () => {
      closing = true;
      watch.stop();
      // Jobs that were sent to a process are settled when that process has ended.
      if (!supervisor.current()) settleAll(stopping);
      return supervisor.close();
    },
  };
};

/** The failure of a job whose process has ended. */
const lost = ({ fate, begun, reached }: Pending, how: string): LaneFailure => {
  if (fate) return new LaneFailure(fate.kind, fate.code, fate.message, fate.component, reached);
  if (!begun)
    return new LaneFailure(
      'bumped',
      'lane_crashed',
      `The process ended before work on the image began (${how}).`,
    );
  return new LaneFailure(
    'crash',
    'lane_crashed',
    `The process working on the image ended (${how}).`,
    null,
    reached,
  );
};

const canceled = () => new LaneFailure('canceled', 'canceled', 'The execution was canceled.');
const stopping = () => new LaneFailure('bumped', 'system_error', 'The service is stopping.');
