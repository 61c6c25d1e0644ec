import type { Books, Finding } from '../ports/books.ts';

/** Proves on the live database that credits, holds, charges, totals and results agree. */
export const audit = async (books: Books): Promise<{ findings: Finding[] }> => ({
  findings: await books.findContradictions(),
});
