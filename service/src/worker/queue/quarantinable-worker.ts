import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { METRICS } from '../../metrics/metrics.ts';
import type { Intake } from '../../ports/executions.ts';

type OpenWorker = { intake: Intake; close(graceMs: number): Promise<void> };

export type QuarantinableWorker = {
  intake: Intake;
  /** False while this process is in quarantine. */
  isWorking(): boolean;
  close(): Promise<void>;
};

type Parts = {
  /**
   * Opens the worker. The worker calls `onUnusable` when it leaves an execution to other workers because this process
   * cannot do the work.
   */
  open(onUnusable: () => void): Promise<OpenWorker>;
  whyUnusable(): Promise<string | undefined>;
  report(problem: string, cause?: unknown): void;
  graceMs: number;
  checkEveryMs?: number;
};

const CHECK_EVERY_MS = 5_000;

/**
 * Keeps a worker open only while this process can do the work, and checks that every 5 s. In quarantine the
 * worker is closed: its lease ends, and other workers take over its executions, which does not count as an
 * attempt. Without quarantine, a worker with the wrong store would fail every image at once and so take more
 * images than the other workers.
 */
export const startQuarantinableWorker = async (parts: Parts): Promise<QuarantinableWorker> => {
  const { whyUnusable, report, graceMs, checkEveryMs = CHECK_EVERY_MS } = parts;
  const ending = new AbortController();
  const checkRequests = new EventTarget();
  let worker: OpenWorker | undefined;
  let reportedReason: string | undefined;

  const check = async (): Promise<void> => {
    const reason = await whyUnusable();
    if (reason && reason !== reportedReason) report(`This worker takes no work. ${reason}`);
    if (!reason && reportedReason) report('This worker works again.');
    reportedReason = reason;
    METRICS.quarantined.set(reason ? 1 : 0);
    if (reason) await close(0);
    else worker ??= await parts.open(() => checkRequests.dispatchEvent(new Event('check')));
  };
  const close = async (withinMs: number): Promise<void> => {
    const closing = worker;
    worker = undefined;
    await closing?.close(withinMs);
  };
  const keepChecking = async (): Promise<void> => {
    while (!ending.signal.aborted) {
      await nextCheck();
      if (!ending.signal.aborted)
        await check().catch((cause) => report('The check of this worker failed; the next is in 5 s.', cause));
    }
  };
  const nextCheck = async (): Promise<void> => {
    const waited = new AbortController();
    const signal = AbortSignal.any([waited.signal, ending.signal]);
    const requested = once(checkRequests, 'check', { signal }).catch(() => {});
    await Promise.race([requested, sleep(checkEveryMs, undefined, { signal }).catch(() => {})]);
    waited.abort();
  };

  await check();
  const checking = keepChecking();
  return {
    intake: {
      reserve: (executions) => worker?.intake.reserve(executions),
      settle: (execution, taken) => worker?.intake.settle(execution, taken),
    },
    isWorking: () => worker !== undefined,
    close: async () => {
      ending.abort();
      await checking;
      await close(graceMs);
    },
  };
};
