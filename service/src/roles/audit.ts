import type { Config } from '../config.ts';
import { audit } from '../operations/audit.ts';
import { booksIn } from '../postgres/audit/books.ts';
import { StartError } from '../postgres/start-error.ts';
import { visitDatabase } from './foundation.ts';

const UNDEFINED_TABLE = '42P01';

/** Reads and changes nothing: it may be run on a live database at any moment. */
export const auditRole = async (config: Config): Promise<number> => {
  const { database, close } = await visitDatabase(config);
  const { findings } = await audit(booksIn(database))
    .catch((cause: { code?: unknown }) => {
      if (cause.code !== UNDEFINED_TABLE) throw cause;
      throw new StartError('The database is not up to date. Run the role migrate first.', { cause });
    })
    .finally(close);
  for (const { rule, count, sample } of findings) console.log(`${rule}: ${count}, for example ${sample}`);
  if (findings.length === 0) console.log('The books are in order.');
  return findings.length === 0 ? 0 : 1;
};
