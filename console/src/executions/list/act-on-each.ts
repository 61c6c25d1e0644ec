const AT_ONCE = 4;

/** Calls `act` for each id, a few at a time. Counts the successes and keeps the first error. */
export const actOnEach = async (
  ids: readonly string[],
  act: (id: string) => Promise<unknown>,
): Promise<{ done: number; error: unknown }> => {
  const waiting = [...ids];
  let done = 0;
  let error: unknown;
  const work = async () => {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift())
      try {
        await act(id);
        done += 1;
      } catch (problem) {
        error ??= problem;
      }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { done, error };
};
