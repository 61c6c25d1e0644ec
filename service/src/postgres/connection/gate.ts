/** The number of calls that may use the database at a time, until a call has waited for `PATIENCE_MS`. */
const NARROW_LIMIT = 2;
const PATIENCE_MS = 25;

type State =
  /** Few calls are let in at a time. The timer runs while a call waits. */
  | { name: 'narrow'; timer?: NodeJS.Timeout | undefined }
  /** Up to `max` calls are let in at a time. */
  | { name: 'wide' };

/**
 * Lets a limited number of calls use the database at a time. While there are few calls, two connections serve them
 * all: opening a connection takes longer than most statements, and an idle process should hold few connections. As
 * soon as a call has waited for 25 ms, up to `max` calls are let in.
 */
export const openGate = (max: number) => {
  const waiting: (() => void)[] = [];
  let inside = 0;
  let state: State = { name: 'narrow' };

  const letIn = () => {
    const limit = state.name === 'wide' ? max : Math.min(NARROW_LIMIT, max);
    while (inside < limit && waiting.length > 0) {
      inside += 1;
      waiting.shift()?.();
    }
    if (state.name === 'wide') return;
    if (waiting.length > 0) state.timer ??= setTimeout(widen, PATIENCE_MS);
    else {
      clearTimeout(state.timer);
      state.timer = undefined;
    }
  };
  const widen = () => {
    state = { name: 'wide' };
    letIn();
  };

  return {
    /** Calls `begin` as soon as there is room. Every call that began must `leave` once. */
    enter: (begin: () => void): void => {
      waiting.push(begin);
      letIn();
    },
    leave: (): void => {
      inside -= 1;
      letIn();
    },
    /** Lets few calls in at a time again. */
    narrow: (): void => {
      if (state.name === 'wide') state = { name: 'narrow' };
    },
    waiting: (): number => waiting.length,
  };
};
