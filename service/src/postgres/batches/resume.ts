import type { BatchId, ExecutionId, OrganizationId } from '../../domain/ids.ts';
import { type Database, type Run, statement } from '../connection/database.ts';
import { type DecidedRetry, queueAgain } from '../executions/retry.ts';
import { MAX_CHANGED_AT_ONCE } from '../executions/settle.ts';
import { lockAllowance, lockBatches } from './allowance.ts';

type Job = {
  organizationId: OrganizationId;
  /** Null: all unpaid executions of the organization. */
  batchId: BatchId | null;
};
type Position = { createdAt: Date | null; id: ExecutionId | null };
type Candidate = { id: ExecutionId; price: number; batchId: BatchId | null; createdAt: Date };

const NEXT_JOB = statement<Job>(`
  select organization_id as "organizationId", batch_id as "batchId" from resume_jobs order by requested_at limit 1`);

const LOCK_JOB = statement<Position>(`
  select after_created_at as "createdAt", after_id as id from resume_jobs
  where organization_id = $1 and batch_id is not distinct from $2 for update`);

// The job moves to the end of the queue of jobs, so that organizations take turns.
const MOVE_JOB = statement(`
  update resume_jobs set after_created_at = $3, after_id = $4, requested_at = clock_timestamp()
  where organization_id = $1 and batch_id is not distinct from $2`);

const END_JOB = statement(
  'delete from resume_jobs where organization_id = $1 and batch_id is not distinct from $2',
);

// Selects the oldest first. With a batch, selects only the executions that its budget blocked; otherwise all that were
// created since `autoResume` was switched on. Skips an execution that somebody is retrying right now.
const candidates = (ending: string) =>
  statement<Candidate>(`
  select e.id, e.price, e.batch_id as "batchId", e.created_at as "createdAt" from executions e
  where e.organization_id = $1 and e.status = 'PAYMENT_REQUIRED'
    and case when $2::uuid is null
      then e.created_at >= (select auto_resume_since from organizations where id = $1)
      else e.batch_id = $2 and e.error_code = 'budget_reached' end
    and ($3::timestamptz is null or (e.created_at, e.id) > ($3::timestamptz, $4::uuid))
  order by e.created_at, e.id limit ${MAX_CHANGED_AT_ONCE} ${ending}`);
const LOOK_AHEAD = candidates('');
const LOCK_CANDIDATES = candidates('for update skip locked');
const POSITION = statement<Position>(`
  select after_created_at as "createdAt", after_id as id from resume_jobs
  where organization_id = $1 and batch_id is not distinct from $2`);

/**
 * Resumes a bounded number of unpaid executions, oldest first. Executions, account and position change in one
 * transaction: after a crash the next worker continues where this one was. Returns whether there may be more to do.
 */
export const resumeUnpaid = async (database: Database): Promise<boolean> => {
  const [job] = await database.run(NEXT_JOB, []);
  if (!job) return false;
  await database.transaction((run) => step(run, job));
  return true;
};

const step = async (run: Run, { organizationId, batchId }: Job): Promise<void> => {
  const key = [organizationId, batchId];
  const near = async (position: Position | undefined) =>
    position ? run(LOOK_AHEAD, [...key, position.createdAt, position.id]) : [];
  // Batches are locked before the account. So first read, without locks, which batches the next executions belong to.
  const expected = await near((await run(POSITION, key))[0]);
  const locked = await lockBatches(run, organizationId, [...batchesOf(expected)]);
  const allowance = await lockAllowance(run, organizationId, locked);
  const [position] = await run(LOCK_JOB, key);
  if (!position) return;
  const next = await run(LOCK_CANDIDATES, [...key, position.createdAt, position.id]);
  const known = new Map(locked.map((batch) => [batch.id, batch]));
  // Another worker has resumed executions since we looked ahead, so batches are missing from our locks. The next step looks
  // again.
  if ([...batchesOf(next)].some((id) => !known.has(id))) return;

  const held: DecidedRetry[] = [];
  let stopped = false;
  for (const candidate of next) {
    const batch = candidate.batchId ? known.get(candidate.batchId) : undefined;
    if (batch?.canceled) continue;
    const unpaid = allowance.take(candidate.price, batch?.id);
    if (!unpaid) held.push({ ...candidate, unpaid });
    // The oldest are paid first, so the job stops at the first execution for which the credits are short. When only the
    // budget of its batch blocks an execution, a job of the organization skips it, and a job of that batch stops.
    stopped ||= unpaid === 'credits_short' || (unpaid !== undefined && batchId !== null);
    if (stopped) break;
  }
  if (held.length > 0) await queueAgain(run, organizationId, held);
  const last = next.at(-1);
  if (stopped || !last || next.length < MAX_CHANGED_AT_ONCE) await run(END_JOB, key);
  else await run(MOVE_JOB, [...key, last.createdAt, last.id]);
};

const batchesOf = (executions: readonly Candidate[]): Set<BatchId> =>
  new Set(executions.map(({ batchId }) => batchId).filter((id) => id !== null));
