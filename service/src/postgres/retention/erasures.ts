import type { ExecutionId } from '../../domain/ids.ts';
import type { Erasure, Erasures, NotErasable } from '../../ports/erasures.ts';
import { type Database, type Run, statement } from '../connection/database.ts';
import { ALLOW_ERASING } from './allow-erasing.ts';
import { eraseExecutions, eraseOrganizationRows } from './erase-rows.ts';
import { erasePerson, whyPersonNotErasable } from './person.ts';
import { imagesOf } from './sweep.ts';

const NOTE = statement<{ id: string }>(`
  with noted as (
    insert into erasures (id, kind, organization_id, subject, made_by) values ($1, $2, $3, $4, $5)
    on conflict do nothing returning *
  ), audit as (
    insert into audit_log (organization_id, user_id, action, subject)
    select organization_id, (select id from users where id = made_by), kind || '.delete', subject from noted
    where exists (select from organizations o where o.id = noted.organization_id)
  )
  select id from noted`);

const FINISHED = statement('update erasures set finished_at = now() where id = $1');

const OPEN = statement<Erasure>(`
  select id, kind, organization_id as "organizationId", subject, made_by as "madeBy" from erasures
  where finished_at is null order by made_at`);

const UNFINISHED = "('CREATED', 'ACTIVE', 'IN_QA')";

type Check = { found: boolean; unfinished: boolean; held: boolean; needed?: boolean };

const CHECK: Record<Exclude<Erasure['kind'], 'person'>, ReturnType<typeof statement<Check>>> = {
  image: statement(`
    select true as found, exists (
        select from executions e cross join lateral ${imagesOf('e')} used
        where e.organization_id = $1 and e.status in ${UNFINISHED} and used.hash = $2) as unfinished,
      exists (
        select from batches b join executions e on e.organization_id = b.organization_id and e.batch_id = b.id
        cross join lateral ${imagesOf('e')} used
        where b.organization_id = $1 and b.held_at is not null and used.hash = $2) as held
    from images where organization_id = $1 and hash = $2 and deleted_at is null`),
  execution: statement(`
    select true as found, e.status in ${UNFINISHED} as unfinished, coalesce(b.held_at is not null, false) as held
    from executions e left join batches b on b.organization_id = e.organization_id and b.id = e.batch_id
    where e.organization_id = $1 and e.id = $2::uuid`),
  batch: statement(`
    select true as found, exists (
        select from executions e where e.organization_id = $1 and e.batch_id = b.id and e.status in ${UNFINISHED}
      ) as unfinished, b.held_at is not null as held
    from batches b where b.organization_id = $1 and b.id = $2::uuid`),
  organization: statement(`
    select true as found, exists (
        select from executions e where e.organization_id = $1 and e.status in ${UNFINISHED}) as unfinished,
      exists (select from batches b where b.organization_id = $1 and b.held_at is not null) as held,
      exists (select from api_keys k where k.organization_id = $1 and k.platform_administrator and k.revoked_at is null)
        as needed
    from organizations where id = $1 and id = $2::uuid and deleted_at is null`),
};

const whyNotErasable = async (
  run: Run,
  { kind, organizationId, subject }: Erasure,
): Promise<NotErasable | undefined> => {
  if (kind === 'person') return whyPersonNotErasable(run, subject);
  const [row] = await run(CHECK[kind], [organizationId, subject]);
  if (!row) return 'unknown';
  return row.unfinished ? 'unfinished' : row.held ? 'held' : row.needed ? 'needed' : undefined;
};

const DELETE_IMAGE = statement(`
  with deleted as (
    update images set deleted_at = now() where organization_id = $1 and hash = $2 and deleted_at is null
  )
  delete from reusable_results where organization_id = $1 and hash = $2`);

const MAX_IN_STEP = 100;

const NEXT_OF_BATCH = statement<{ id: ExecutionId }>(`
  select id from executions where organization_id = $1 and batch_id = $2::uuid
  order by created_at, id limit ${MAX_IN_STEP}`);
const NEXT_OF_ORGANIZATION = statement<{ id: ExecutionId }>(`
  select id from executions where organization_id = $1 limit ${MAX_IN_STEP}`);

const DELETE_BATCH = statement(`
  with deleted as (
    delete from batches where organization_id = $1 and id = $2::uuid
  ), workflows as (
    delete from batch_workflows where organization_id = $1 and batch_id = $2::uuid
  ), minutes as (
    delete from batch_minutes where organization_id = $1 and batch_id = $2::uuid
  ), checks as (
    delete from batch_checks where organization_id = $1 and batch_id = $2::uuid
  ), counts as (
    delete from batch_counts where organization_id = $1 and batch_id = $2::uuid
  )
  delete from resume_jobs where organization_id = $1 and batch_id = $2::uuid`);

export const erasuresIn = (database: Database): Erasures => {
  const { run, transaction } = database;
  const note = (inside: Run, { id, kind, organizationId, subject, madeBy }: Erasure) =>
    inside(NOTE, [id, kind, organizationId, subject, madeBy]);

  /** Deletes executions until none is left. Each step commits on its own. */
  const eraseAll = async (
    { organizationId, subject }: Erasure,
    next: typeof NEXT_OF_BATCH,
    closing: AbortSignal,
  ): Promise<boolean> => {
    const values = next === NEXT_OF_BATCH ? [organizationId, subject] : [organizationId];
    while (!closing.aborted) {
      const ids = (await run(next, values)).map(({ id }) => id);
      if (ids.length === 0) return true;
      // None of these executions can be deleted yet: their usage is still being counted. The next round tries again.
      if ((await transaction((inside) => eraseExecutions(inside, organizationId!, ids))) === 0) return false;
    }
    return false;
  };

  const work: Record<Erasure['kind'], (erasure: Erasure, closing: AbortSignal) => Promise<boolean>> = {
    image: async ({ organizationId, subject }) => {
      await run(DELETE_IMAGE, [organizationId, subject]);
      return true;
    },
    execution: async ({ organizationId, subject }) => {
      const id = subject as ExecutionId;
      const left = () => run(statement<{ id: string }>('select id from executions where id = $1'), [id]);
      await transaction((inside) => eraseExecutions(inside, organizationId!, [id]));
      return (await left()).length === 0;
    },
    batch: async (erasure, closing) => {
      if (!(await eraseAll(erasure, NEXT_OF_BATCH, closing))) return false;
      await run(DELETE_BATCH, [erasure.organizationId, erasure.subject]);
      return true;
    },
    organization: async (erasure, closing) => {
      if (!(await eraseAll(erasure, NEXT_OF_ORGANIZATION, closing))) return false;
      await transaction((inside) => eraseOrganizationRows(inside, erasure.organizationId!));
      return true;
    },
    person: async ({ subject }) => {
      await transaction(async (inside) => {
        await inside(ALLOW_ERASING, []);
        await erasePerson(inside, subject);
      });
      return true;
    },
  };

  return {
    begin: (erasure) =>
      transaction(async (inside) => {
        const reason = await whyNotErasable(inside, erasure);
        if (!reason) await note(inside, erasure);
        return reason;
      }),
    finish: async (erasure, closing) => {
      const isDone = await work[erasure.kind](erasure, closing);
      if (isDone) await run(FINISHED, [erasure.id]);
      return isDone;
    },
    listUnfinished: () => run(OPEN, []),
    repeat: async (erasure) => (await note(run, erasure)).length > 0,
  };
};
