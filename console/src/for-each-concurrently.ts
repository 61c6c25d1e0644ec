const CONCURRENCY = 4;

/** Calls `work` for each item in their order, four at a time. Rejects with the first error of `work`. */
export const forEachConcurrently = async <Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
): Promise<void> => {
  const rest = items.values();
  const worker = async (): Promise<void> => {
    for (const item of rest) await work(item);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
};
