import type { StepsTrace } from '../../domain/executions/trace.ts';
import { METRICS } from '../../metrics/metrics.ts';
import { type Lane, LaneFailure, type LaneJob, type LaneResult } from '../../ports/lanes.ts';
import type { RunAs } from '../../processes/drop-rights.ts';
import { openSupervisor } from '../../processes/supervisor.ts';
import type { ProcessEnd } from '../../processes/watched-process.ts';
import { answerModelRequest, type ModelsForLane, sizesOf } from '../models/models-for-lane.ts';
import { deadlineOf, type JobLimits, overLimit } from './lane-limits.ts';
import type { FromLane, ToLane } from './lane-messages.ts';
import { startPixelProcess } from './pixel-process.ts';

export type LaneOptions = JobLimits &
  ModelsForLane & {
    /** After this many jobs a new process replaces the old one. */
    jobsBeforeRecycle: number;
    /** When given, the process starts with the first job and ends after this time without a job. */
    idleMs?: number | undefined;
    startWithinMs?: number | undefined;
    runAs?: RunAs | undefined;
  };

type Pending = {
  id: number;
  job: LaneJob;
  sent: boolean;
  begun: boolean;
  /** The job's deadline, set when the job becomes the first one in the process. */
  deadlineMs: number | undefined;
  /**
   * True when the caller no longer wants the job. The caller learns that the job ended only when the process
   * can no longer touch the job's files.
   */
  aborted: boolean;
  /** The last trace that the process sent for this job. */
  traceSoFar: StepsTrace | undefined;
  settle(outcome: LaneResult | LaneFailure): void;
};

/**
 * The process gets the job in progress and the next one, so that there is no gap between short jobs. A crash
 * interrupts both jobs, but counts as an attempt only for the first.
 */
const MAX_SENT = 2;

export const openLane = ({
  jobsBeforeRecycle,
  idleMs,
  startWithinMs,
  runAs,
  deadlineMs,
  memoryBytes,
  ...models
}: LaneOptions): Lane => {
  const queue: Pending[] = [];
  let lastId = 0;
  let closing = false;

  const pump = (): void => {
    const sent = queue.filter((pending) => pending.sent).length;
    if (!supervisor.takesJob(sent === 0)) return;
    for (const pending of queue.slice(sent, MAX_SENT)) {
      pending.sent = true;
      supervisor.send({ say: 'apply', id: pending.id, job: pending.job });
    }
    const [head] = queue;
    if (!head || head.deadlineMs !== undefined) return;
    head.deadlineMs = deadlineOf(head.job.expectedMs, deadlineMs);
    supervisor.begin(head.deadlineMs);
  };

  const hear = (message: FromLane, reply: (answer: ToLane) => void): void => {
    if (message.say === 'find' || message.say === 'enlarge') {
      void answerModelRequest(message, models).then(reply);
      return;
    }
    const pending = 'id' in message ? queue.find(({ id }) => id === message.id) : undefined;
    if (!pending) return;
    switch (message.say) {
      case 'begun':
        pending.begun = true;
        // The request to drop the job came too late: the job had begun.
        if (pending.aborted) supervisor.kill();
        break;
      case 'done':
        finish(pending, message.result);
        break;
      case 'failed': {
        const { kind, code, message: sentence, component, trace } = message.failure;
        finish(pending, new LaneFailure(kind, code, sentence, component, trace));
        break;
      }
      case 'progress':
        pending.traceSoFar = message.trace;
        break;
      case 'dropped':
        remove(pending, canceled());
        break;
    }
  };

  const finish = (pending: Pending, outcome: LaneResult | LaneFailure): void => {
    supervisor.finish();
    remove(pending, pending.aborted ? canceled() : outcome);
  };

  const remove = (pending: Pending, outcome: LaneResult | LaneFailure): void => {
    queue.splice(queue.indexOf(pending), 1);
    pending.settle(outcome);
    pump();
  };

  const settleAll = (outcomeOf: (pending: Pending) => LaneFailure): void => {
    for (const pending of queue.splice(0)) pending.settle(outcomeOf(pending));
  };

  const abort = (pending: Pending): void => {
    pending.aborted = true;
    if (!pending.sent) remove(pending, canceled());
    // The first job has begun or is about to begin. Do not wait for `begun`: a process that hangs never sends it.
    else if (pending === queue[0]) supervisor.kill();
    else supervisor.send({ say: 'drop', id: pending.id });
  };

  const supervisor = openSupervisor<ToLane, FromLane>(
    (onMessage, onEnd) => startPixelProcess(onMessage, onEnd, { models: sizesOf(models), runAs }),
    {
      memoryBytes,
      memoryOf: 'job',
      startWithinMs,
      jobsBeforeRecycle,
      idleMs,
      onDemand: idleMs !== undefined,
    },
    {
      onMessage: hear,
      onReady: pump,
      onEnd: (end) => {
        if (end.while === 'working') METRICS.laneDeaths.inc({ reason: end.exceeded ?? 'crash' });
        settleAll((pending) => failureOfLostJob(pending, end, memoryBytes));
      },
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
        deadlineMs: undefined,
        aborted: false,
        traceSoFar: undefined,
        settle: (outcome) => {
          signal.removeEventListener('abort', onAbort);
          if (outcome instanceof LaneFailure) reject(outcome);
          else resolve(outcome);
        },
      };
      const onAbort = () => abort(pending);
      signal.addEventListener('abort', onAbort, { once: true });
      queue.push(pending);
      supervisor.wake();
      pump();
      return promise;
    },
    close: async () => {
      closing = true;
      await supervisor.close();
      settleAll(({ aborted }) => (aborted ? canceled() : stopping()));
    },
  };
};

/** The failure of a job whose process has ended. */
const failureOfLostJob = (
  { aborted, begun, deadlineMs, traceSoFar }: Pending,
  { how, exceeded }: ProcessEnd,
  memoryBytes: number,
): LaneFailure => {
  if (exceeded && deadlineMs !== undefined)
    return overLimit(exceeded, { deadlineMs, memoryBytes }, traceSoFar);
  if (aborted) return canceled(traceSoFar);
  return begun
    ? new LaneFailure(
        'crash',
        'lane_crashed',
        `The process that worked on the image ended unexpectedly (${how}). Check the image, then retry.`,
        null,
        traceSoFar,
      )
    : new LaneFailure(
        'never_began',
        'lane_crashed',
        `The process for the image ended before it began to work on it (${how}). Try again.`,
      );
};

const canceled = (traceSoFar?: StepsTrace) =>
  new LaneFailure('canceled', 'canceled', 'The execution was canceled.', null, traceSoFar);
const stopping = () =>
  new LaneFailure('never_began', 'system_error', 'The service is stopping. Retry in a moment.');
