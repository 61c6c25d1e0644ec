/**
 * Lets one loop sleep until `ring` is called or the time is over. A ring while the loop is awake ends its next wait.
 */
type Bell = { ring(): void; wait(maxMs: number): Promise<void> };

export const openBell = (): Bell => {
  let hasRung = false;
  let waken: (() => void) | undefined;
  return {
    ring: () => {
      hasRung = true;
      waken?.();
    },
    wait: async (maxMs) => {
      if (!hasRung) {
        const { promise, resolve } = Promise.withResolvers<void>();
        waken = resolve;
        const timer = setTimeout(resolve, maxMs);
        await promise;
        clearTimeout(timer);
        waken = undefined;
      }
      hasRung = false;
    },
  };
};
