import type { Config } from '../config.ts';
import { audit } from '../operations/audit.ts';
import { booksIn } from '../postgres/audit/books.ts';
import { openFoundation } from './foundation.ts';

export const auditRole = async (config: Config): Promise<number> => {
  const foundation = await openFoundation(config);
  const { findings } = await audit(booksIn(foundation.database)).finally(foundation.close);
  for (const { rule, count, sample } of findings) console.log(`${rule}: ${count}, for example ${sample}`);
  if (findings.length === 0) console.log('The books are in order.');
  return findings.length === 0 ? 0 : 1;
};
