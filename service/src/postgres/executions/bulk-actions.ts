import { CANCELED } from '../../domain/executions/execution.ts';
import { type ExecutionEvent, statusesAllowing } from '../../domain/executions/execution-states.ts';
import type { BulkActionId, ExecutionId, OrganizationId, UserId } from '../../domain/ids.ts';
import type { BulkAction, BulkActions, BulkActionVerb, ExecutionFilter } from '../../ports/executions.ts';
import { CHANNELS } from '../connection/channels.ts';
import { type Database, type Run, statement } from '../connection/database.ts';
import { approveAll } from '../review/decide.ts';
import { cancelAll } from './cancel.ts';
import { type Bind, bindings, type Part, partsOf } from './filter.ts';
import { retryAll } from './retry.ts';
import { MAX_CHANGED_AT_ONCE } from './settle.ts';

/**
 * The most executions in a step: the step locks them and the account for some milliseconds, and one NOTIFY names
 * all of them.
 */
const MAX_IN_STEP = Math.min(100, MAX_CHANGED_AT_ONCE);

const BULK_ACTION_COLUMNS =
  'id, verb, matched, done, changed, created_at as "createdAt", finished_at as "finishedAt"';

const FIND = statement<BulkAction>(
  `select ${BULK_ACTION_COLUMNS} from bulk_actions where id = $2 and organization_id = $1`,
);

export const bulkActionsIn = (database: Database): BulkActions => ({
  start: async (organizationId, { id, verb, filter, by }) => {
    const { values, bind } = bindings();
    const organization = bind(organizationId);
    const counts = targetsOf(verb, filter, organization, bind).map(
      (part) => `(select count(*) ${part.from})`,
    );
    const start = statement<BulkAction>(`
      with started as (
        insert into bulk_actions (id, organization_id, verb, filter, made_by, matched)
        select ${bind(id)}, ${organization}, ${bind(verb)}, ${bind(filter)}, ${bind(by)}, ${counts.join(' + ') || '0'}
        returning *
      )
      select ${BULK_ACTION_COLUMNS}, pg_notify('${CHANNELS.bulk}', '') from started`);
    const [action] = await database.run(start, values);
    return action as BulkAction;
  },
  find: async (organizationId, id) => (await database.run(FIND, [organizationId, id]))[0],
});

/** The event of the state machine that each verb causes. */
const EVENTS: Record<BulkActionVerb, ExecutionEvent> = {
  retry: 'retry',
  cancel: 'cancel',
  approve: 'approve',
};

/** A bulk retry leaves out executions that a person ended on purpose, unless the filter names their error code. */
const ENDED_BY_PEOPLE = ['canceled', 'qa_rejected'];

/**
 * Selects the filter's executions whose status allows the verb, in one part for each status. There is no part when
 * the filter excludes all these statuses.
 */
const targetsOf = (
  verb: BulkActionVerb,
  filter: ExecutionFilter,
  organization: string,
  bind: Bind,
): Part[] => {
  const status = statusesAllowing(EVENTS[verb]).filter((one) => filter.status?.includes(one) ?? true);
  if (status.length === 0) return [];
  const parts = partsOf({ ...filter, status }, organization, bind);
  if (verb !== 'retry' || filter.errorCode !== undefined) return parts;
  const leftOut = ` and (e.error_code is null or e.error_code <> all (${bind(ENDED_BY_PEOPLE)}::text[]))`;
  return parts.map((part) => ({ ...part, from: part.from + leftOut }));
};

type OpenBulkAction = {
  id: BulkActionId;
  organizationId: OrganizationId;
  verb: BulkActionVerb;
  filter: ExecutionFilter;
  by: UserId;
  createdAt: string;
  lastCreatedAt: string | null;
  lastId: ExecutionId | null;
};

// The row lock is the lease: it ends with the transaction, also when the process dies. Times are text, because a
// Date has no microseconds.
const TAKE = statement<OpenBulkAction>(`
  select id, organization_id as "organizationId", verb, filter, made_by as by, created_at::text as "createdAt",
    last_created_at::text as "lastCreatedAt", last_id as "lastId"
  from bulk_actions where finished_at is null
  order by stepped_at limit 1 for update skip locked`);

const RECORD = statement(`
  update bulk_actions set done = done + $2, changed = changed + $3, stepped_at = clock_timestamp(),
    last_created_at = coalesce($4::timestamptz, last_created_at), last_id = coalesce($5::uuid, last_id),
    finished_at = case when $6::boolean then now() end
  where id = $1`);

/**
 * Takes one step of the action that waited longest; false when no action is open. The executions change in the
 * transaction that records the progress: a worker that dies leaves both or none, and no execution is acted upon twice.
 */
export const takeBulkActionStep = (database: Database): Promise<boolean> =>
  database.transaction(async (run) => {
    const [action] = await run(TAKE, []);
    if (!action) return false;
    const next = await nextTargets(run, action);
    const ids = next.map(({ id }) => id);
    const changed = ids.length === 0 ? [] : await CHANGES[action.verb](run, action, ids);
    const last = next.at(-1);
    const values = [ids.length, changed.length, last?.createdAt, last?.id, ids.length < MAX_IN_STEP];
    await run(RECORD, [action.id, ...values]);
    return true;
  });

/** The next executions in order of creation. The order never changes, so no execution is visited twice. */
const nextTargets = (run: Run, action: OpenBulkAction): Promise<{ id: ExecutionId; createdAt: string }[]> => {
  const { values, bind } = bindings();
  const parts = targetsOf(action.verb, action.filter, bind(action.organizationId), bind);
  if (parts.length === 0) return Promise.resolve([]);
  const since = action.lastId && `(${bind(action.lastCreatedAt)}::timestamptz, ${bind(action.lastId)}::uuid)`;
  const until = bind(action.createdAt);
  const first = parts.map(({ from, alias }) => {
    const behind = since ? ` and (${alias}.created_at, ${alias}.id) > ${since}` : '';
    return `(select ${alias}.created_at, ${alias}.id ${from}${behind} and ${alias}.created_at <= ${until}::timestamptz
      order by ${alias}.created_at, ${alias}.id limit ${MAX_IN_STEP})`;
  });
  const next = statement<{ id: ExecutionId; createdAt: string }>(`
    select id, created_at::text as "createdAt" from (${first.join(' union all ')}) parts
    order by created_at, id limit ${MAX_IN_STEP}`);
  return run(next, values);
};

const CHANGES: Record<
  BulkActionVerb,
  (run: Run, action: OpenBulkAction, ids: ExecutionId[]) => Promise<ExecutionId[]>
> = {
  retry: (run, { organizationId }, ids) => retryAll(run, organizationId, ids),
  cancel: (run, { organizationId }, ids) => cancelAll(run, organizationId, ids, CANCELED),
  approve: (run, { organizationId, by }, ids) => approveAll(run, organizationId, ids, { userId: by }),
};
