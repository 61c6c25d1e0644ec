import type { KillableProcess } from './killable-process.ts';
import { residentBytes } from './resident-bytes.ts';

/** Starts a process. The process sends `ready` as its first message when it can take jobs. */
export type StartProcess<ToChild, FromChild> = (
  onMessage: (message: FromChild) => void,
  onEnd: (how: string) => void,
) => KillableProcess<ToChild>;

export type ProcessLimits = {
  /** A process that is not ready within this time is killed. */
  startWithinMs: number;
  /**
   * The memory that a process may use. `job`: in addition to the memory that it holds when it is idle;
   * `total`: in all.
   */
  memoryBytes: number;
  memoryOf: 'job' | 'total';
};

/** The end of a process: how it ended, what it did until then, and the limit that it was killed for, if any. */
export type ProcessEnd = {
  how: string;
  while: 'starting' | 'ready' | 'working';
  exceeded: 'time' | 'memory' | undefined;
};

type State =
  | { name: 'starting' | 'working'; since: number; deadlineMs: number }
  | { name: 'ready' }
  /** The process was killed. Its messages are ignored from then on. */
  | { name: 'ending'; while: ProcessEnd['while']; exceeded: ProcessEnd['exceeded'] };

/** A child process that is killed when its start or a job exceeds the limit of time or memory. */
export type WatchedProcess<ToChild> = {
  state(): State['name'];
  send(message: ToChild): void;
  /** Watches a job from now on. */
  begin(deadlineMs: number): void;
  /** The job is finished. */
  finish(): void;
  kill(): void;
  ended: Promise<void>;
};

type Handlers<FromChild> = {
  onMessage(message: FromChild): void;
  onReady(): void;
  onEnd(end: ProcessEnd): void;
};

const CHECK_EVERY_MS = 100;

export const startWatchedProcess = <ToChild, FromChild extends { say: string }>(
  start: StartProcess<ToChild, FromChild>,
  limits: ProcessLimits,
  { onMessage, onReady, onEnd }: Handlers<FromChild>,
): WatchedProcess<ToChild> => {
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  let state: State = { name: 'starting', since: performance.now(), deadlineMs: limits.startWithinMs };
  let idleBytes = limits.memoryOf === 'total' ? 0 : undefined;
  let timer: NodeJS.Timeout | undefined;

  /** Checks the process at intervals. The timer keeps running between short jobs, and stops when it finds no job. */
  const startChecking = (deadlineMs: number): void => {
    timer ??= setInterval(checkLimits, Math.min(CHECK_EVERY_MS, deadlineMs / 4));
  };

  const checkLimits = async (): Promise<void> => {
    const checkedState = state;
    if (checkedState.name === 'ready' || checkedState.name === 'ending') return stopChecking();
    if (performance.now() - checkedState.since > checkedState.deadlineMs) return end('time');
    const bytes = child.pid === undefined ? undefined : await residentBytes(child.pid);
    // If the job finished during the await, ignore the measured memory: it says nothing about the next job.
    if (bytes === undefined || idleBytes === undefined || state !== checkedState) return;
    if (bytes - idleBytes > limits.memoryBytes) end('memory');
  };

  const stopChecking = (): void => {
    clearInterval(timer);
    timer = undefined;
  };

  const end = (exceeded?: ProcessEnd['exceeded']): void => {
    if (state.name === 'ending') return;
    state = { name: 'ending', while: state.name, exceeded };
    child.kill();
  };

  const becomeReady = async (): Promise<void> => {
    if (child.pid !== undefined) idleBytes ??= await residentBytes(child.pid);
    if (state.name !== 'starting') return;
    state = { name: 'ready' };
    onReady();
  };

  const child = start(
    (message) => {
      if (state.name === 'ending') return;
      if (message.say === 'ready') void becomeReady();
      else onMessage(message);
    },
    (how) => {
      stopChecking();
      const killed = state.name === 'ending' ? state : { while: state.name, exceeded: undefined };
      onEnd({ how, while: killed.while, exceeded: killed.exceeded });
      resolve();
    },
  );
  startChecking(limits.startWithinMs);

  return {
    state: () => state.name,
    send: child.send,
    begin: (deadlineMs) => {
      if (state.name === 'ending') return;
      state = { name: 'working', since: performance.now(), deadlineMs };
      startChecking(deadlineMs);
    },
    finish: () => {
      if (state.name === 'working') state = { name: 'ready' };
    },
    kill: () => end(),
    ended,
  };
};
