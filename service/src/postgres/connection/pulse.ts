import { setTimeout as sleep } from 'node:timers/promises';

/** A call that waits for the database; it ends with `resolve` or `reject`. */
export type PendingCall<Result> = {
  readonly abandoned: boolean;
  /** What to do besides telling the caller: the connection is of no use any more. */
  onAbandon: (() => void) | undefined;
  resolve(result: Result): void;
  reject(error: unknown): void;
};

type Options = {
  /** Asks something that takes no time. Any answer will do, a refusal as well. */
  ask(): Promise<unknown>;
  /** Nothing more is asked for now. What was asked is not waited for. */
  hangUp(): void;
  /** What the callers are told when there is no answer. */
  silence(): Error;
  /** All connections are of no use any more. */
  onSilence(): void;
};

export type Pulse = {
  guard<Result>(begin: (call: PendingCall<Result>) => void): Promise<Result>;
  stop(): void;
};

// Together less than the 2 s after which a caller must have been told that the database is away.
const SLOW_AFTER_MS = 400;
const LOOK_EVERY_MS = 100;
const PATIENCE_MS = 1_000;
const TURN_MS = 100;
// Nobody waits for the answer that ends a silence.
const LONG_PATIENCE_MS = 5_000;
const ASK_AGAIN_AFTER_MS = 250;

/**
 * Tells a slow statement from a database that hangs: a stopped server or a cut line leaves connections open and says
 * nothing. A time limit for each statement would end those that may take long, or that wait for a lock as they should.
 * So when a call is slow the database is asked something easy; if that is not answered either, every call is given up.
 */
export const openPulse = ({ ask, hangUp, silence, onSilence }: Options): Pulse => {
  type Call = {
    since: number;
    abandoned: boolean;
    onAbandon: (() => void) | undefined;
    reject(error: unknown): void;
  };
  // In the order of their beginning: the first is the oldest.
  const calls = new Set<Call>();
  let isSilent = false;
  let answeredAt = Number.NEGATIVE_INFINITY;
  let looking = false;
  let stopped = false;

  const answers = async (patienceMs: number): Promise<boolean> => {
    const askedAt = performance.now();
    let heard: boolean | undefined;
    const asked = ask().then(
      () => {
        heard = true;
      },
      // A refusal is an answer and has a code; a connection that came to nothing has none.
      (error: { code?: unknown }) => {
        heard = error.code !== undefined;
      },
    );
    // In turns, each as long as it should have been: while this process is held up, so may be the server beside it.
    for (let waitedMs = 0; heard === undefined && waitedMs < patienceMs; waitedMs += TURN_MS)
      await Promise.race([asked, sleep(TURN_MS, undefined, { ref: false })]);
    if (!heard) hangUp();
    // Another call may have been answered while a busy server had no time for a new connection.
    return heard || answeredAt > askedAt;
  };

  const fallSilent = () => {
    isSilent = true;
    onSilence();
    for (const call of calls) {
      call.abandoned = true;
      call.onAbandon?.();
      call.reject(silence());
    }
    calls.clear();
  };

  const look = async (): Promise<void> => {
    const [oldest] = calls;
    if (!oldest || performance.now() - oldest.since < SLOW_AFTER_MS) return hangUp();
    if (await answers(PATIENCE_MS)) return;
    fallSilent();
    while (isSilent && !stopped) {
      await sleep(ASK_AGAIN_AFTER_MS, undefined, { ref: false });
      isSilent = !(await answers(LONG_PATIENCE_MS));
    }
  };

  const timer = setInterval(() => {
    if (looking) return;
    looking = true;
    void look().finally(() => {
      looking = false;
    });
  }, LOOK_EVERY_MS);
  timer.unref();

  return {
    // No promises but the caller's: this is on the way of every statement.
    guard: <Result>(begin: (call: PendingCall<Result>) => void) =>
      new Promise<Result>((resolve, reject) => {
        if (isSilent) {
          reject(silence());
          return;
        }
        const call = {
          since: performance.now(),
          abandoned: false,
          onAbandon: undefined,
          resolve: (result: Result) => {
            calls.delete(call);
            answeredAt = performance.now();
            resolve(result);
          },
          reject: (error: unknown) => {
            calls.delete(call);
            reject(error);
          },
        };
        calls.add(call);
        begin(call);
      }),
    stop: () => {
      stopped = true;
      clearInterval(timer);
      hangUp();
    },
  };
};
