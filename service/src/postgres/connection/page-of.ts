/** A row of a list, with the exact total beside it: one statement, so that both are of one moment. */
export type Listed<Entry> = { total: number } & { [Key in keyof Entry]: Entry[Key] | null };

/** The total comes even when the page is empty, in a single row without an id. */
export const pageOf = <Entry extends { id: string }>(
  rows: Listed<Entry>[],
): { entries: Entry[]; total: number } => ({
  entries: rows.filter((row) => row.id !== null).map(({ total: _, ...entry }) => entry as unknown as Entry),
  total: rows[0]?.total ?? 0,
});
