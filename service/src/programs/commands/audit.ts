import type { Config } from '../../config.ts';
import { booksIn } from '../../postgres/books.ts';
import { withDatabase } from '../serving/foundation.ts';

/** Checks that ledger, holds and charges agree. It only reads, so it can run on a live database at any time. */
export const auditProgram = async (config: Config): Promise<number> => {
  const findings = await withDatabase(config, (database) => booksIn(database).findContradictions());
  for (const { rule, count, sample } of findings)
    console.log(`Not true: ${rule}. Cases: ${count}, for example ${sample}`);
  if (findings.length === 0) console.log('The books are in order.');
  return findings.length === 0 ? 0 : 1;
};
