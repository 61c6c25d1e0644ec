import type { Credits, LedgerEntry } from '../../ports/organizations.ts';
import { type Run, statement } from '../database.ts';
import { type Listed, pageOf } from '../page-of.ts';

export const LEDGER_COLUMNS = `id, organization_id as "organizationId", kind, amount,
  execution_id as "executionId", note, user_id as "userId", created_at as "createdAt"`;

const LEDGER = statement<Listed<LedgerEntry>>(`
  select counted.total, entry.*
  from (select count(*) as total from ledger where organization_id = $1) counted
  left join (
    select ${LEDGER_COLUMNS} from ledger where organization_id = $1
    order by created_at desc, id desc limit $2 offset $3
  ) entry on true
  order by entry."createdAt" desc, entry.id desc`);

export const ledger =
  (run: Run): Credits['ledger'] =>
  async (id, { limit, offset }) =>
    pageOf<LedgerEntry>(await run(LEDGER, [id, limit, offset]));
