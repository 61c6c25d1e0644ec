import { uuidv7 } from 'uuidv7';
import { openReadThroughCache } from '../cache/cache.ts';
import { notFound } from '../domain/errors.ts';
import type { OrganizationId, WorkflowId, WorkflowVersionId } from '../domain/ids.ts';
import type { Workflow, WorkflowDefinition } from '../domain/workflows/workflow.ts';
import type { FirstStartStores } from '../ports/first-start.ts';
import type { Workflows } from '../ports/workflows.ts';
import { CHANNELS } from './connection/channels.ts';
import { type Database, type Run, statement } from './connection/database.ts';
import { type Listed, pageOf } from './connection/page-of.ts';

/** The columns of a version, with its author, that every query of a workflow reads. */
const WORKFLOW_COLUMNS = `version.workflow_id as id, version.id as version,
  version.organization_id as "organizationId", version.name, version.inputs, version.steps, version.qa,
  version.qa_sampling as "qaSampling", version.result_names as "resultNames",
  version.price as "priceInCredits", json_build_object('id', author.id, 'name', author.name) as author,
  version.created_at as "versionCreatedAt"`;

/** The part of a workflow that never changes. */
type VersionRow = Omit<Workflow, 'archived'>;

/** The values of a version in the order of the statements below. */
const valuesOf = ({
  name,
  inputs,
  steps,
  qa,
  qaSampling,
  priceInCredits,
  resultNames,
}: WorkflowDefinition) => [
  name,
  JSON.stringify(inputs),
  JSON.stringify(steps),
  qa,
  priceInCredits,
  qaSampling ? JSON.stringify(qaSampling) : null,
  resultNames ?? null,
];

const ADD_VERSION = statement<VersionRow>(`
  with workflow as (
    update workflows set latest_version = $3 where id = $1 and organization_id = $2 and archived_at is null
    returning id, organization_id, pg_notify('${CHANNELS.workflows}', id::text)
  ), version as (
    insert into workflow_versions (id, workflow_id, organization_id, author_id, name, inputs, steps, qa, price,
      qa_sampling, result_names)
    select $3, id, organization_id, $4, $5, $6, $7, $8, $9, $10, $11 from workflow
    returning *
  )
  select ${WORKFLOW_COLUMNS} from version join users author on author.id = version.author_id`);

const addVersion =
  (run: Run): Workflows['addVersion'] =>
  async (organizationId, id, author, definition) => {
    const [row] = await run(ADD_VERSION, [id, organizationId, uuidv7(), author, ...valuesOf(definition)]);
    return row && { ...row, archived: false };
  };

const ARCHIVE = statement<{ id: string }>(`
  with archived as (
    update workflows set archived_at = now() where organization_id = $1 and id = $2 and archived_at is null
    returning id, organization_id, pg_notify('${CHANNELS.workflows}', id::text)
  )
  insert into audit_log (organization_id, user_id, action, subject, detail)
  select organization_id, $3::uuid, 'workflow.archive', id, jsonb_build_object('name', (
    select name from workflow_versions where workflow_id = archived.id order by created_at desc, id desc limit 1))
  from archived
  returning id`);

const archive =
  (run: Run): Workflows['archive'] =>
  async (organizationId, id, by) =>
    (await run(ARCHIVE, [organizationId, id, by ?? null])).length > 0;

const CREATE = statement<VersionRow>(`
  with workflow as (
    insert into workflows (id, organization_id, latest_version) values ($1, $2, $3)
  ), version as (
    insert into workflow_versions (id, workflow_id, organization_id, author_id, name, inputs, steps, qa, price,
      qa_sampling, result_names)
    values ($3, $1, $2, $4, $5, $6, $7, $8, $9, $10, $11)
    returning *
  )
  select ${WORKFLOW_COLUMNS} from version join users author on author.id = version.author_id`);

export const create =
  (run: Run): Workflows['create'] =>
  async (organizationId, author, definition) => {
    const [row] = await run(CREATE, [uuidv7(), organizationId, uuidv7(), author, ...valuesOf(definition)]);
    return { ...row!, archived: false };
  };

/** The part of a workflow that changes. */
type Latest = { organizationId: OrganizationId; version: WorkflowVersionId; archived: boolean };

const FIND_LATEST = statement<Latest>(`
  select organization_id as "organizationId", latest_version as version, archived_at is not null as archived
  from workflows where id = $1`);

const findLatest = (run: Run) => async (id: WorkflowId) => (await run(FIND_LATEST, [id]))[0];

const FIND_NAMED = statement<{ id: WorkflowId }>(`
  select workflow.id
  from workflows workflow join workflow_versions version on version.id = workflow.latest_version
  where workflow.organization_id = $1 and workflow.archived_at is null and version.name = $2
  order by workflow.created_at, workflow.id
  limit 1`);

export const findNamed =
  (run: Run): FirstStartStores['findWorkflowNamed'] =>
  async (organizationId, name) =>
    (await run(FIND_NAMED, [organizationId, name]))[0]?.id;

const FIND_VERSION = statement<VersionRow>(`
  select ${WORKFLOW_COLUMNS}
  from workflow_versions version join users author on author.id = version.author_id
  where version.id = $1`);

const findVersion = (run: Run) => async (id: WorkflowVersionId) => (await run(FIND_VERSION, [id]))[0];

type Entry = Workflow & { workflowCreatedAt: Date };

const LIST = statement<Listed<Entry>>(`
  select counted.total, page.*
  from (
    select count(*) as total from workflows where organization_id = $1 and archived_at is null
  ) counted
  left join (
    select ${WORKFLOW_COLUMNS}, false as archived, workflow.created_at as "workflowCreatedAt"
    from workflows workflow
    join workflow_versions version on version.id = workflow.latest_version
    join users author on author.id = version.author_id
    where workflow.organization_id = $1 and workflow.archived_at is null
    order by workflow.created_at desc, workflow.id desc limit $2 offset $3
  ) page on true
  order by page."workflowCreatedAt" desc, page.id desc`);

const list =
  (run: Run): Workflows['list'] =>
  async (organizationId, { limit, offset }) => {
    const { entries, total } = pageOf<Entry>(await run(LIST, [organizationId, limit, offset]));
    return { entries: entries.map(({ workflowCreatedAt: _, ...workflow }) => workflow), total };
  };

const LIST_VERSIONS = statement<Listed<Workflow>>(`
  select counted.total, page.*
  from (
    select count(*) as total from workflow_versions where workflow_id = $1 and organization_id = $2
  ) counted
  left join (
    select ${WORKFLOW_COLUMNS}, workflow.archived_at is not null as archived
    from workflow_versions version
    join workflows workflow on workflow.id = version.workflow_id
    join users author on author.id = version.author_id
    where version.workflow_id = $1 and version.organization_id = $2
    order by version.created_at desc, version.id desc limit $3 offset $4
  ) page on true
  order by page."versionCreatedAt" desc, page.version desc`);

const listVersions =
  (run: Run): Workflows['listVersions'] =>
  async (organizationId, id, { limit, offset }) =>
    pageOf<Workflow>(await run(LIST_VERSIONS, [id, organizationId, limit, offset]));

// A version never changes, but the name of its author may.
const VERSIONS_CACHE = { max: 2_000, maxAgeMs: 60_000 };
// NOTIFY reports changes made by other processes. The maximum age limits how long an entry is outdated when a
// notification was lost with its connection.
const LATEST_CACHE = { max: 10_000, maxAgeMs: 2_000 };

type WorkflowsInPostgres = Workflows & {
  /** Drops a workflow from the cache. Call it with each message of the channel `workflows`. */
  forget(id: WorkflowId): void;
};

export const workflowsIn = ({ run }: Database): WorkflowsInPostgres => {
  const versions = openReadThroughCache<WorkflowVersionId, VersionRow>(findVersion(run), VERSIONS_CACHE);
  const latest = openReadThroughCache<WorkflowId, Latest>(findLatest(run), LATEST_CACHE);
  const write = { addVersion: addVersion(run), archive: archive(run) };
  return {
    create: create(run),
    addVersion: async (organizationId, id, author, definition) => {
      const workflow = await write.addVersion(organizationId, id, author, definition);
      latest.forget(id);
      return workflow;
    },
    archive: async (organizationId, id, by) => {
      const archived = await write.archive(organizationId, id, by);
      latest.forget(id);
      return archived;
    },
    find: async (organizationId, id, version) => {
      const current = await latest.find(id);
      if (current?.organizationId !== organizationId) return undefined;
      const found = await versions.find(version ?? current.version);
      return found?.id === id ? { ...found, archived: current.archived } : undefined;
    },
    version: async (id) => {
      const found = await versions.find(id);
      const current = found && (await latest.find(found.id));
      if (!current) throw notFound('The workflow version');
      return { ...found, archived: current.archived };
    },
    list: list(run),
    listVersions: listVersions(run),
    forget: (id) => latest.forget(id),
  };
};
