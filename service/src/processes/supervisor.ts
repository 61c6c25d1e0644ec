import {
  type ProcessEnd,
  type ProcessLimits,
  type StartProcess,
  startWatchedProcess,
  type WatchedProcess,
} from './watched-process.ts';

export type SupervisorOptions = Omit<ProcessLimits, 'startWithinMs'> & {
  /** 60 s unless given. */
  startWithinMs?: number | undefined;
  /** Starts the process with the first job and not at once. */
  onDemand?: boolean;
  /** Ends a process that had no job for this time; the next job starts another. Absent: it runs on. */
  idleMs?: number | undefined;
  /** The number of jobs after which another process replaces this one. Absent: never. */
  jobsBeforeRecycle?: number | undefined;
  /** The pause before the next start, after this many failed starts in a row. */
  pauseMs?: (failedStarts: number) => number;
};

type Handlers<ToChild, FromChild> = {
  /** A message of the process. `reply` goes to the same process, even if another has replaced it since. */
  onMessage(message: FromChild, reply: (message: ToChild) => void): void;
  /** A process is ready for jobs. */
  onReady(): void;
  /**
   * The process has ended and its jobs are lost. Another process has replaced it or will be started. Not
   * called after `close`.
   */
  onEnd(end: ProcessEnd & { failedStarts: number }): void;
};

/**
 * Keeps a child process running: starts it, watches its time and memory, restarts it with a backoff when it
 * ends, and replaces it after a number of jobs. A replacement starts while the current process still works,
 * and becomes the current one when the old process is idle.
 */
export type Supervisor<ToChild> = {
  /** Starts the process on demand; does nothing when there is one, when a start is due, or after `close`. */
  wake(): void;
  state(): 'off' | 'pausing' | 'closed' | ReturnType<WatchedProcess<ToChild>['state']>;
  /**
   * Says whether the process takes a job now. `idle`: the process has no job, so that a ready replacement can
   * take its place. Returns false while no process is ready, or while a replacement waits for the current
   * process to become idle. Ask again at `onReady` and after each finished job.
   */
  takesJob(idle: boolean): boolean;
  send(message: ToChild): void;
  /** A job begins: from now on the process is watched. */
  begin(deadlineMs: number): void;
  /** The job is finished. */
  finish(): void;
  /** Kills the current process, whose jobs are lost. Its replacement takes over, or another process is started. */
  kill(): void;
  /** Kills all processes and waits for their end. */
  close(): Promise<void>;
};

type State<ToChild> =
  /** No process runs; the next job starts one. */
  | { name: 'off' }
  | { name: 'running'; current: WatchedProcess<ToChild>; successor?: WatchedProcess<ToChild>; jobs: number }
  /** Starts have failed; the next one waits for the timer. */
  | { name: 'pausing'; timer: NodeJS.Timeout }
  | { name: 'closed' };

const START_WITHIN_MS = 60_000;
const FIRST_BACKOFF_MS = 100;
const MAX_BACKOFF_MS = 10_000;

/** The usual pause: 100 ms, twice as long after each further failed start, at most 10 s. */
export const backoffMs = (failedStarts: number): number =>
  Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (failedStarts - 1));

export const openSupervisor = <ToChild, FromChild extends { say: string }>(
  startProcess: StartProcess<ToChild, FromChild>,
  {
    startWithinMs = START_WITHIN_MS,
    memoryBytes,
    memoryOf,
    onDemand,
    idleMs,
    jobsBeforeRecycle,
    pauseMs = backoffMs,
  }: SupervisorOptions,
  { onMessage, onReady, onEnd }: Handlers<ToChild, FromChild>,
): Supervisor<ToChild> => {
  const limits = { startWithinMs, memoryBytes, memoryOf };
  const alive = new Set<WatchedProcess<ToChild>>();
  let state: State<ToChild> = { name: 'off' };
  let failedStarts = 0;
  let idleTimer: NodeJS.Timeout | undefined;

  const current = () => (state.name === 'running' ? state.current : undefined);

  const start = (): WatchedProcess<ToChild> => {
    const child: WatchedProcess<ToChild> = startWatchedProcess(startProcess, limits, {
      onMessage: (message) => {
        if (child === current()) onMessage(message, child.send);
      },
      onReady: () => {
        failedStarts = 0;
        restartIdleTimer();
        onReady();
      },
      onEnd: (end) => {
        alive.delete(child);
        replaceEnded(child, end);
      },
    });
    alive.add(child);
    return child;
  };

  const makeCurrent = (child: WatchedProcess<ToChild>): void => {
    state = { name: 'running', current: child, jobs: 0 };
  };

  const replaceEnded = (ended: WatchedProcess<ToChild>, end: ProcessEnd): void => {
    if (state.name !== 'running') return;
    if (ended === state.successor) {
      // The replacement failed to start: the current process goes on. The next replacement starts after another
      // `jobsBeforeRecycle` jobs.
      makeCurrent(state.current);
    } else if (ended === state.current) {
      if (end.while === 'starting') failedStarts += 1;
      if (state.successor) makeCurrent(state.successor);
      else if (failedStarts === 0) makeCurrent(start());
      else state = { name: 'pausing', timer: setTimeout(() => makeCurrent(start()), pauseMs(failedStarts)) };
      onEnd({ ...end, failedStarts });
    }
  };

  const restartIdleTimer = (): void => {
    if (idleMs === undefined) return;
    clearTimeout(idleTimer);
    idleTimer = setTimeout(() => {
      if (current()?.state() !== 'ready') return;
      state = { name: 'off' };
      killAll();
    }, idleMs).unref();
  };

  const killAll = (): void => {
    for (const child of alive) child.kill();
  };

  const wake = (): void => {
    if (state.name === 'off') makeCurrent(start());
  };
  if (!onDemand) wake();

  return {
    wake,
    state: () => current()?.state() ?? (state.name as 'off' | 'pausing' | 'closed'),
    takesJob: (isIdle) => {
      if (state.name !== 'running') return false;
      if (state.successor?.state() === 'ready') {
        // Let the current process finish its jobs first. Its replacement starts up in the meantime and then
        // takes jobs at once.
        if (!isIdle) return false;
        state.current.kill();
        makeCurrent(state.successor);
      }
      const currentState = current()?.state();
      return currentState === 'ready' || currentState === 'working';
    },
    send: (message) => current()?.send(message),
    begin: (deadlineMs) => current()?.begin(deadlineMs),
    finish: () => {
      if (state.name !== 'running') return;
      state.current.finish();
      state.jobs += 1;
      if (jobsBeforeRecycle && state.jobs >= jobsBeforeRecycle) state.successor ??= start();
      restartIdleTimer();
    },
    kill: () => current()?.kill(),
    close: async () => {
      if (state.name === 'pausing') clearTimeout(state.timer);
      clearTimeout(idleTimer);
      state = { name: 'closed' };
      killAll();
      await Promise.all([...alive].map(({ ended }) => ended));
    },
  };
};
