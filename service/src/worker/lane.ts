import type { StepsTrace } from '../domain/trace.ts';
import type { Region } from '../matting/cutout.ts';
import { type Lane, LaneFailure, type LaneJob, type LaneResult } from '../ports/lanes.ts';
import type { FromLane } from './lane-messages.ts';
import { toText } from './lane-models.ts';
import { deadlineOf, openWatch, type WatchLimits } from './lane-watch.ts';
import type { Model } from './model.ts';
import { type PixelProcess, startPixelProcess } from './pixel-process.ts';
import { residentBytes } from './resident-bytes.ts';

export type LaneOptions = WatchLimits & {
  jobsBeforeRecycle: number;
  /** A process that has not become ready by then is replaced; what waits for it has no deadline yet. */
  startWithinMs?: number;
  /** Finds objects for the steps that ask. */
  model?: Pick<Model<Region>, 'size' | 'find'> | undefined;
  /** Makes squares `factor` times larger for the steps that ask. */
  enlarger?: (Pick<Model<Uint8Array>, 'size' | 'find'> & { factor: number }) | undefined;
};

type Pending = {
  id: number;
  job: LaneJob;
  sent: boolean;
  begun: boolean;
  /** Since when it is first in line in the process. */
  since: number | undefined;
  /** Decided already; told once the process can no longer touch the job's files. */
  fate: LaneFailure | undefined;
  /** How far it had come when it last told. */
  reached: StepsTrace | undefined;
  settle(outcome: LaneResult | LaneFailure): void;
};

type Child = {
  process: PixelProcess;
  ready: boolean;
  giveUp: NodeJS.Timeout;
  jobs: number;
  idleBytes: number | undefined;
};

/** The one being worked on and the next: no gap between short jobs, and little to lose in a crash. */
const SENT_AHEAD = 2;
const START_WITHIN_MS = 60_000;
const FIRST_BACKOFF_MS = 100;
const MAX_BACKOFF_MS = 10_000;

export const openLane = ({
  jobsBeforeRecycle,
  startWithinMs = START_WITHIN_MS,
  model,
  enlarger,
  ...limits
}: LaneOptions): Lane => {
  const queue: Pending[] = [];
  let lastId = 0;
  let child: Child | undefined;
  let successor: Child | undefined;
  let failedStarts = 0;
  let restart: NodeJS.Timeout | undefined;
  let closing: PromiseWithResolvers<void> | undefined;

  const start = (): Child => {
    const started: Child = {
      process: startPixelProcess(
        (message) => hear(started, message),
        (how) => onEnd(started, how),
        {
          ...(model && { regions: { size: model.size } }),
          ...(enlarger && { enlarger: { size: enlarger.size, factor: enlarger.factor } }),
        },
      ),
      ready: false,
      giveUp: setTimeout(() => started.process.kill(), startWithinMs),
      jobs: 0,
      idleBytes: undefined,
    };
    return started;
  };

  const startWhenAllowed = (): void => {
    if (child || restart || closing) return;
    const waitMs = failedStarts && Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (failedStarts - 1));
    if (waitMs === 0) child = start();
    else
      restart = setTimeout(() => {
        restart = undefined;
        child = start();
      }, waitMs);
  };

  const pump = (): void => {
    if (!child?.ready) return;
    const sent = queue.filter((pending) => pending.sent).length;
    if (successor?.ready) {
      // The old process finishes what it has; the new one is warm and takes over without a gap.
      if (sent > 0) return;
      child.process.kill();
      child = successor;
      successor = undefined;
    }
    for (const pending of queue.slice(sent, SENT_AHEAD)) {
      pending.sent = true;
      child.process.send({ say: 'apply', id: pending.id, job: pending.job });
    }
    const [head] = queue;
    if (!head || head.since !== undefined) return;
    head.since = performance.now();
    watch.wake();
  };

  const hear = (from: Child, message: FromLane): void => {
    if (message.say === 'ready') void becomeReady(from);
    if (message.say === 'find' || message.say === 'enlarge') void askModel(from, message);
    if (from !== child || !('id' in message)) return;
    const pending = queue.find(({ id }) => id === message.id);
    if (!pending) return;
    switch (message.say) {
      case 'begun':
        pending.begun = true;
        // The wish to drop it crossed with this message.
        if (pending.fate) from.process.kill();
        break;
      case 'done':
        finish(from, pending, message.result);
        break;
      case 'failed': {
        const { kind, code, message: sentence, component, trace } = message.failure;
        finish(from, pending, new LaneFailure(kind, code, sentence, component, trace));
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

  const askModel = async (
    from: Child,
    { say, ask, square }: Extract<FromLane, { say: 'find' | 'enlarge' }>,
  ): Promise<void> => {
    try {
      const bytes = Buffer.from(square, 'base64');
      if (say === 'find' && model)
        from.process.send({ say: 'found', ask, region: toText(await model.find(bytes)) });
      else if (say === 'enlarge' && enlarger) {
        const larger = Buffer.from(await enlarger.find(bytes));
        from.process.send({ say: 'enlarged', ask, square: larger.toString('base64') });
      } else throw new Error('There is no model.');
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      from.process.send({ say: 'notFound', ask, message });
    }
  };

  const becomeReady = async (started: Child): Promise<void> => {
    clearTimeout(started.giveUp);
    started.idleBytes = await residentBytes(started.process.pid ?? 0);
    started.ready = true;
    failedStarts = 0;
    pump();
  };

  const finish = (from: Child, pending: Pending, outcome: LaneResult | LaneFailure): void => {
    from.jobs += 1;
    if (from.jobs >= jobsBeforeRecycle && !closing) successor ??= start();
    remove(pending, pending.fate ?? outcome);
  };

  const remove = (pending: Pending, outcome: LaneResult | LaneFailure): void => {
    queue.splice(queue.indexOf(pending), 1);
    pending.settle(outcome);
    pump();
  };

  const watch = openWatch(
    limits,
    () => {
      const [head] = queue;
      const pid = child?.process.pid;
      if (head?.since === undefined || pid === undefined || head.fate) return undefined;
      const deadlineMs = deadlineOf(head.job.expectedMs, limits.deadlineMs);
      return { since: head.since, deadlineMs, pid, idleBytes: child?.idleBytes };
    },
    (failure) => {
      if (queue[0]) queue[0].fate = failure;
      child?.process.kill();
    },
  );

  const onEnd = (gone: Child, how: string): void => {
    clearTimeout(gone.giveUp);
    if (gone === child) {
      child = successor;
      successor = undefined;
      if (!gone.ready) failedStarts += 1;
      for (const pending of queue.splice(0)) pending.settle(outcomeOfEnd(pending, how));
      startWhenAllowed();
    } else if (gone === successor) {
      successor = undefined;
      // The old process goes on, and tries again as many jobs later.
      if (child) child.jobs = 0;
    }
    if (closing && !child && !successor) closing.resolve();
  };

  const outcomeOfEnd = ({ fate, begun, reached }: Pending, how: string): LaneFailure => {
    if (fate) return new LaneFailure(fate.kind, fate.code, fate.message, fate.component, reached);
    if (closing) return stopping();
    return begun
      ? new LaneFailure(
          'crash',
          'lane_crashed',
          `The process working on the picture ended (${how}).`,
          null,
          reached,
        )
      : new LaneFailure('bumped', 'lane_crashed', `The process ended before the picture was begun (${how}).`);
  };

  const abort = (pending: Pending): void => {
    pending.fate ??= canceled();
    if (!pending.sent) remove(pending, pending.fate);
    // First in line, it has begun or is about to; a process that hangs would never say so.
    else if (pending.begun || pending === queue[0]) child?.process.kill();
    else child?.process.send({ say: 'drop', id: pending.id });
  };

  startWhenAllowed();

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
      if (closing) return closing.promise;
      closing = Promise.withResolvers<void>();
      clearTimeout(restart);
      watch.stop();
      child?.process.kill();
      successor?.process.kill();
      if (!child) for (const pending of queue.splice(0)) pending.settle(stopping());
      if (!child && !successor) closing.resolve();
      return closing.promise;
    },
  };
};

const canceled = () => new LaneFailure('canceled', 'canceled', 'The execution was canceled.');
const stopping = () => new LaneFailure('bumped', 'system_error', 'The service is stopping.');
