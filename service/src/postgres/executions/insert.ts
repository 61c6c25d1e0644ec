import type { OrganizationId } from '../../domain/ids.ts';
import type { NewExecution } from '../../ports/executions.ts';
import { commitTogetherBy } from '../commit-together.ts';
import { type Database, type Run, statement } from '../database.ts';
import { messagesFor } from '../webhooks/messages-for.ts';

// The price is held and the execution queued in one statement: it inserts nothing unless the total fits.
// One NOTIFY for all: in every insert it was measured to halve the rate.
const insertWith = (messages: string) =>
  statement<{ inserted: boolean }>(`
  with paid as (
    update accounts set spendable = spendable - $2
    where organization_id = $1::uuid and spendable >= $2
    returning organization_id
  ), created as (
    insert into executions (id, organization_id, workflow_id, workflow_version, workflow_name, status, user_id,
      created_at, queued_at, input_file_name, inputs, settings, labels, webhooks, price, hold, holds)
    select n.id, $1, n."workflowId", n."workflowVersion", n."workflowName",
      case when n.paid then 'CREATED' else 'PAYMENT_REQUIRED' end::execution_status, n."userId",
      now(), now(), n.inputs #>> '{default,name}', n.inputs, n.settings, n.labels, n.webhooks, n."priceInCredits",
      case when n.paid then 1 end, case when n.paid then 1 else 0 end
    from paid, jsonb_to_recordset($3::jsonb) as n(id uuid, "workflowId" uuid, "workflowVersion" uuid,
      "workflowName" text, "userId" uuid, inputs jsonb, settings jsonb, labels jsonb, webhooks text[],
      "priceInCredits" integer, paid boolean)
    returning *
  ), held as (
    insert into holds (execution_id, number, organization_id, amount)
    select id, 1, organization_id, price from created where hold is not null
  )${messages}
  select true as inserted, pg_notify('darkroom_queue', $1::text) from paid`);

const INSERT = insertWith(`, messages as (${messagesFor('created')})`);
// Webhooks are told nothing of an execution that is queued; the parts that would tell them cost a seventh.
const INSERT_PAID = insertWith('');

const LOCK_ACCOUNT = statement<{ spendable: number }>(
  'select spendable from accounts where organization_id = $1 for update',
);

const insertDecided = async (
  run: Run,
  organizationId: OrganizationId,
  decided: Decided[],
): Promise<boolean> => {
  const total = decided.reduce((sum, { execution, paid }) => sum + (paid ? execution.priceInCredits : 0), 0);
  const rows = decided.map(({ execution, paid }) => ({ ...execution, paid }));
  const insert = decided.every(({ paid }) => paid) ? INSERT_PAID : INSERT;
  return (await run(insert, [organizationId, total, JSON.stringify(rows)])).length > 0;
};

type Decided = { execution: NewExecution; paid: boolean };

/** Inside a transaction: the account is locked, and each execution in turn gets its hold while credits last. */
export const insertInOrder = async (
  run: Run,
  organizationId: OrganizationId,
  executions: NewExecution[],
): Promise<Decided[]> => {
  const [account] = await run(LOCK_ACCOUNT, [organizationId]);
  let spendable = account?.spendable ?? 0;
  const decided = executions.map((execution) => {
    const paid = execution.priceInCredits <= spendable;
    if (paid) spendable -= execution.priceInCredits;
    return { execution, paid };
  });
  if (!(await insertDecided(run, organizationId, decided)))
    throw new Error(`organization ${organizationId} has no account`);
  return decided;
};

/** Creates of one organization are committed together; mostly all of them fit and one statement is enough. */
export const insertExecutions = (database: Database) =>
  commitTogetherBy<OrganizationId, NewExecution, Decided>(
    async (organizationId, executions) => {
      const allPaid = executions.map((execution) => ({ execution, paid: true }));
      if (await insertDecided(database.run, organizationId, allPaid)) return allPaid;
      return database.transaction((run) => insertInOrder(run, organizationId, executions));
    },
    { maxItems: 256, minGapMs: 5 },
  );
