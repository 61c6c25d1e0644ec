import type { Credits } from '../../ports/organizations.ts';
import type { Database } from '../database.ts';
import { grant } from './grant.ts';
import { ledger } from './ledger.ts';
import { spendable } from './spendable.ts';
import { withdraw } from './withdraw.ts';

export const creditsIn = (database: Database): Credits => ({
  spendable: spendable(database.run),
  grant: grant(database.run),
  withdraw: withdraw(database),
  ledger: ledger(database.run),
});
