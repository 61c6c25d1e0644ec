import { openAllowance } from '../../domain/executions/allowance.ts';
import type { BatchId, OrganizationId } from '../../domain/ids.ts';
import { type Run, statement } from '../connection/database.ts';

type LockedBatch = {
  id: BatchId;
  budget: number | null;
  priority: number;
  paused: boolean;
  canceled: boolean;
};

// Locks batches in the order of their ids; the account is locked after them. Every statement that locks several of
// these rows keeps to this order, so that no two statements deadlock.
const LOCK = statement<LockedBatch>(`
  select id, budget, priority, paused, canceled_at is not null as canceled from batches
  where organization_id = $1 and id = any ($2::uuid[]) order by id for update`);

export const lockBatches = (
  run: Run,
  organizationId: OrganizationId,
  ids: readonly BatchId[],
): Promise<LockedBatch[]> => run(LOCK, [organizationId, ids]);

const USED = statement<{ id: BatchId; used: number }>(`
  select batch_id as id, sum(held + charged)::bigint as used from batch_counts
  where organization_id = $1 and batch_id = any ($2::uuid[]) group by batch_id`);

/**
 * The credits that are left of the budgets of locked batches; batches without a budget are left out. Everything that
 * holds credits of a batch with a budget locks the batch first, so nobody else can use what is left.
 */
const budgetsLeft = async (
  run: Run,
  organizationId: OrganizationId,
  locked: readonly LockedBatch[],
): Promise<Map<BatchId, number>> => {
  const limited = locked.filter(({ budget }) => budget !== null);
  if (limited.length === 0) return new Map();
  const ids = limited.map(({ id }) => id);
  const used = new Map((await run(USED, [organizationId, ids])).map((row) => [row.id, row.used]));
  return new Map(limited.map(({ id, budget }) => [id, (budget ?? 0) - (used.get(id) ?? 0)]));
};

const LOCK_ACCOUNT = statement<{ spendable: number }>(
  'select spendable from accounts where organization_id = $1 for update',
);

/** Locks the account, after the batches, and returns what its credits and the budgets of the batches still allow. */
export const lockAllowance = async (
  run: Run,
  organizationId: OrganizationId,
  locked: readonly LockedBatch[],
) => {
  const [account] = await run(LOCK_ACCOUNT, [organizationId]);
  return openAllowance(account?.spendable ?? 0, await budgetsLeft(run, organizationId, locked));
};
