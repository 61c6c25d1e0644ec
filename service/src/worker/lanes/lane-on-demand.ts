import { type Lane, LaneFailure } from '../../ports/lanes.ts';

/**
 * A lane whose process starts with the first job and ends after `idleMs` without a job, so that an unused lane costs no
 * memory.
 */
export const openLaneOnDemand = (open: () => Lane, idleMs: number): Lane => {
  let opened: Lane | undefined;
  let ending: Promise<void> | undefined;
  let jobs = 0;
  let closed = false;
  let idle: NodeJS.Timeout | undefined;

  const rest = (): void => {
    ending = opened?.close();
    opened = undefined;
  };

  return {
    apply: async (job, signal) => {
      if (closed) throw new LaneFailure('bumped', 'system_error', 'The service is stopping.');
      clearTimeout(idle);
      opened ??= open();
      jobs += 1;
      try {
        return await opened.apply(job, signal);
      } finally {
        jobs -= 1;
        if (jobs === 0 && !closed) idle = setTimeout(rest, idleMs).unref();
      }
    },
    close: async () => {
      closed = true;
      clearTimeout(idle);
      if (opened) rest();
      await ending;
    },
  };
};
