import { setTimeout as sleep } from 'node:timers/promises';
import { sendNotice } from '../../operations/people/send-notice.ts';
import type { DueNotice, MailDelivery, NoticeQueue } from '../../ports/people/notices.ts';
import { openSleeper } from '../waking/sleeper.ts';

type NoticeLoopPorts = {
  queue: NoticeQueue;
  mail: MailDelivery;
  publicUrl: string | undefined;
  /** Reports a problem once when it begins, not at every failure that follows. */
  report(problem: string, cause: unknown): void;
  /**
   * How long a mail in progress may still take when the loop is stopped. After that another
   * sender sends the mail again.
   */
  stopWithinMs?: number;
};

const STOP_WITHIN_MS = 5_000;
/** The longest sleep. It must be limited, because no notification says that a retry has become due. */
const MAX_PAUSE_MS = 30_000;

/** Sends the mails to people who chose to get them, one after another, until it is stopped. */
export const startNoticeLoop = (ports: NoticeLoopPorts): { wake(): void; stop(): Promise<void> } => {
  const { queue, report, stopWithinMs = STOP_WITHIN_MS } = ports;
  const sleeper = openSleeper();
  let isStopping = false;
  let hasFailed = false;

  const send = async (notice: DueNotice): Promise<void> => {
    const problem = await sendNotice(ports, notice);
    if (problem && !hasFailed) report('A mail could not be sent. It is tried again later.', problem);
    hasFailed = problem !== undefined;
  };

  /** Sends the next mail that is due. Returns whether more mails may be due. */
  const sendNext = async (): Promise<boolean> => {
    const notice = await queue.claim();
    if (notice && notice !== 'unwanted') await send(notice);
    return notice !== undefined;
  };

  const run = async (): Promise<void> => {
    while (!isStopping) {
      // When the database is unreachable, other parts of the worker report that. The next claim finds the
      // mails that were missed.
      const hasMore = await sendNext().catch(() => false);
      if (!hasMore && !isStopping) await sleeper.sleep(MAX_PAUSE_MS);
    }
  };
  const running = run();

  return {
    wake: sleeper.wake,
    stop: async () => {
      isStopping = true;
      sleeper.wake();
      const stopped = new AbortController();
      const timeLimit = sleep(stopWithinMs, undefined, { signal: stopped.signal }).catch(() => {});
      await Promise.race([running, timeLimit]).finally(() => stopped.abort());
    },
  };
};
