/**
 * Runs `work` on every item in their order, on at most `maxAtOnce` at a time, and returns the results in that order.
 * After a failure no further item is begun; rejects with the first failure when the items in progress have ended.
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
