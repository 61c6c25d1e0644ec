/**
 * Lets one loop sleep until `wake` is called or the time is over. A call of `wake` while the loop is awake ends its next
 * sleep.
 */
type Sleeper = { wake(): void; sleep(maxMs: number): Promise<void> };

export const openSleeper = (): Sleeper => {
  let wasWoken = false;
  let endSleep: (() => void) | undefined;
  return {
    wake: () => {
      wasWoken = true;
      endSleep?.();
    },
    sleep: async (maxMs) => {
      if (!wasWoken) {
        const { promise, resolve } = Promise.withResolvers<void>();
        endSleep = resolve;
        const timer = setTimeout(resolve, maxMs);
        await promise;
        clearTimeout(timer);
        endSleep = undefined;
      }
      wasWoken = false;
    },
  };
};
