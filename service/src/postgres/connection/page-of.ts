/** A row of a list, with the exact total of the list. One statement reads both, so they come from one snapshot. */
export type Listed<Entry> = { total: number } & { [Key in keyof Entry]: Entry[Key] | null };

/** Splits the rows into entries and total. An empty page is a single row with the total and no id. */
export const pageOf = <Entry extends { id: string }>(
  rows: Listed<Entry>[],
): { entries: Entry[]; total: number } => ({
  entries: rows.filter((row) => row.id !== null).map(({ total: _, ...entry }) => entry as unknown as Entry),
  total: rows[0]?.total ?? 0,
});
