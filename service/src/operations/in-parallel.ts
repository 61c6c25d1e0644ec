/**
 * Runs `work` on every item, at most `maxAtOnce` at a time. It starts the items in their order and returns
 * the results in the same order. After a failure it starts no further item, waits for the items in progress
 * and rejects with the first failure.
 */
export const inParallel = async <Item, Result>(
  items: readonly Item[],
  maxAtOnce: number,
  work: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> => {
  const results: Result[] = [];
  const failures: unknown[] = [];
  const rest = items.entries();
  const runNext = async (): Promise<void> => {
    for (const [index, item] of rest) {
      if (failures.length > 0) return;
      try {
        results[index] = await work(item, index);
      } catch (error) {
        failures.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(maxAtOnce, items.length) }, runNext));
  if (failures.length > 0) throw failures[0];
  return results;
};
