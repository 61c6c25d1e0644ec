import { forEachConcurrently } from '../../for-each-concurrently.ts';

/** Calls `act` for each id, a few at a time. Counts the successes and keeps the first error. */
export const actOnEach = async (
  ids: readonly string[],
  act: (id: string) => Promise<unknown>,
): Promise<{ done: number; error: unknown }> => {
  let done = 0;
  let error: unknown;
  await forEachConcurrently(ids, async (id) => {
    try {
      await act(id);
      done += 1;
    } catch (problem) {
      error ??= problem;
    }
  });
  return { done, error };
};
