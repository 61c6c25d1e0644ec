const AT_ONCE = 4;

/** Calls `work` for each item in their order, four at a time. Rejects with the first error of `work`. */
export const fewAtOnce = async <Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
): Promise<void> => {
  const rest = items.values();
  const lane = async (): Promise<void> => {
    for (const item of rest) await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
};
