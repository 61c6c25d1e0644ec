import { setTimeout as sleep } from 'node:timers/promises';

/** A call that waits for the database. It ends with `resolve` or `reject`. */
export type PendingCall<Result> = {
  readonly abandoned: boolean;
  /** Called when the call is abandoned: closes its connection, which can no longer be used. */
  onAbandon: (() => void) | undefined;
  resolve(result: Result): void;
  reject(error: unknown): void;
};

type Options = {
  /** Sends a trivial query. Any response proves that the server is alive, also an error. */
  probe(): Promise<unknown>;
  /** Closes the probe's connection, without waiting for an open query. */
  closeProbe(): void;
  /** The error that callers get when the database does not respond. */
  makeError(): Error;
  /** Called when the database stops responding: no open connection can be used any more. */
  onUnavailable(): void;
};

type LivenessMonitor = {
  guard<Result>(begin: (call: PendingCall<Result>) => void): Promise<Result>;
  stop(): void;
};

// The sum of these times is less than 2 s: by then a caller must have the error that the database cannot be reached.
const SLOW_AFTER_MS = 400;
const CHECK_EVERY_MS = 100;
const RESPONSE_TIMEOUT_MS = 1_000;
const SLEEP_MS = 100;
// While the database is unavailable all calls fail at once, so nobody waits for this probe and it may take longer.
const RECOVERY_TIMEOUT_MS = 5_000;
const PROBE_AGAIN_AFTER_MS = 250;

type State =
  /** No call is slow. */
  | 'normal'
  /** A call is slow, and the trivial query has no response yet. */
  | 'probing'
  /** The database does not respond: calls fail at once until it does. */
  | 'unavailable';

/**
 * Tells a slow statement from a database that hangs: after a server is stopped or the network fails, connections
 * stay open without a response. A timeout for each statement would also end statements that may take long, or that
 * rightly wait for a lock. So when a call is slow, the monitor sends a trivial query; when that gets no response,
 * the monitor abandons all calls.
 */
export const openLivenessMonitor = ({
  probe,
  closeProbe,
  makeError,
  onUnavailable,
}: Options): LivenessMonitor => {
  type Call = {
    since: number;
    abandoned: boolean;
    onAbandon: (() => void) | undefined;
    reject(error: unknown): void;
  };
  // The open calls in the order in which they began: the first is the oldest.
  const calls = new Set<Call>();
  let state: State = 'normal';
  let lastResponseAt = Number.NEGATIVE_INFINITY;
  const stopping = new AbortController();

  const respondsWithin = async (patienceMs: number): Promise<boolean> => {
    const startedAt = performance.now();
    let responded: boolean | undefined;
    const probing = probe().then(
      () => {
        responded = true;
      },
      // An error from the server has a code and proves that it is alive; a failed connection has none.
      (error: { code?: unknown }) => {
        responded = error.code !== undefined;
      },
    );
    // Count short sleeps instead of elapsed time: when this process stalls, a server on the same machine may stall
    // too, and that time must not count against it.
    for (let waitedMs = 0; responded === undefined && waitedMs < patienceMs; waitedMs += SLEEP_MS)
      await Promise.race([probing, sleep(SLEEP_MS, undefined, { ref: false })]);
    if (!responded) closeProbe();
    // Another call may have succeeded while the server was too busy to accept the probe's connection.
    return responded || lastResponseAt > startedAt;
  };

  const abandonCalls = () => {
    state = 'unavailable';
    onUnavailable();
    for (const call of calls) {
      call.abandoned = true;
      call.onAbandon?.();
      call.reject(makeError());
    }
    calls.clear();
  };

  const checkOldestCall = async (): Promise<void> => {
    const [oldest] = calls;
    if (!oldest || performance.now() - oldest.since < SLOW_AFTER_MS) return closeProbe();
    state = 'probing';
    if (!(await respondsWithin(RESPONSE_TIMEOUT_MS))) {
      abandonCalls();
      do await sleep(PROBE_AGAIN_AFTER_MS, undefined, { ref: false });
      while (!stopping.signal.aborted && !(await respondsWithin(RECOVERY_TIMEOUT_MS)));
    }
    if (!stopping.signal.aborted) state = 'normal';
  };

  const timer = setInterval(() => {
    if (state === 'normal') void checkOldestCall();
  }, CHECK_EVERY_MS);
  timer.unref();

  return {
    // Every statement passes through here and each promise costs time, so this creates no promise besides the
    // returned one.
    guard: <Result>(begin: (call: PendingCall<Result>) => void) =>
      new Promise<Result>((resolve, reject) => {
        if (state === 'unavailable') {
          reject(makeError());
          return;
        }
        const call = {
          since: performance.now(),
          abandoned: false,
          onAbandon: undefined,
          resolve: (result: Result) => {
            calls.delete(call);
            lastResponseAt = performance.now();
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
      stopping.abort();
      clearInterval(timer);
      closeProbe();
    },
  };
};
