import { uuidv7 } from 'uuidv7';
import { notFound } from '../../domain/errors.ts';
import type { Credits, LedgerEntry } from '../../ports/organizations.ts';
import { type Run, statement } from '../database.ts';
import { LEDGER_COLUMNS } from './ledger.ts';

// The ledger and the account are one statement: neither can be had without the other.
const GRANT = statement<LedgerEntry>(`
  with account as (
    update accounts set spendable = spendable + $3 where organization_id = $1 returning organization_id
  )
  insert into ledger (organization_id, id, kind, amount, note, user_id)
  select organization_id, $2, 'grant', $3, $4, $5 from account
  returning ${LEDGER_COLUMNS}`);

export const grant =
  (run: Run): Credits['grant'] =>
  async (id, amount, note, by) => {
    const [entry] = await run(GRANT, [id, uuidv7(), amount, note, by]);
    if (!entry) throw notFound('The organization');
    return entry;
  };
