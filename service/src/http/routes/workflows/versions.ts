import type { WorkflowId, WorkflowVersionId } from '../../../domain/ids.ts';
import { QA_MODES } from '../../../domain/workflows/workflow.ts';
import {
  diffVersions,
  listVersions,
  restoreVersion,
} from '../../../operations/workflows/workflow-versions.ts';
import { type TSchema, Type } from '../../../schema/typebox.ts';
import { route } from '../../server/route.ts';
import {
  idSchema,
  listSchema,
  mapSchema,
  nullable,
  PageQuery,
  PlainQuery,
  queryWith,
  WorkflowParams,
} from '../../server/schemas.ts';
import { QaSamplingSchema } from './body.ts';
import { WorkflowSchema, workflowRecord } from './record.ts';

export const listWorkflowVersions = route({
  method: 'GET',
  path: '/workflow/:id/versions',
  versions: ['v1'],
  action: 'workflow.read',
  summary: 'Lists the versions of a workflow, newest first, each with its author, date, price and steps.',
  schema: {
    params: WorkflowParams,
    querystring: PageQuery,
    response: { 200: listSchema(WorkflowSchema) },
  },
  handler: async (ports, { caller, params, query }) => {
    const { entries, total } = await listVersions(ports, caller.organizationId, params.id, query);
    return { entries: entries.map(workflowRecord), total };
  },
});

export const restoreWorkflowVersion = route({
  method: 'POST',
  path: '/workflow/:id/versions/:version/restore',
  versions: ['v1'],
  action: 'workflow.write',
  summary: 'Creates a new version of a workflow with the content of an old one.',
  schema: {
    params: Type.Object({
      id: idSchema<WorkflowId>('The workflow'),
      version: idSchema<WorkflowVersionId>('The version'),
    }),
    querystring: PlainQuery,
    response: { 200: WorkflowSchema },
  },
  handler: async (ports, { caller, params }) => {
    const author = { organizationId: caller.organizationId, userId: caller.principal.userId };
    return workflowRecord(await restoreVersion(ports, author, params.id, params.version));
  },
});

const change = <Value extends TSchema>(value: Value) => ({ before: value, after: value });
const changeSchema = <Value extends TSchema>(value: Value, description: string) =>
  Type.Optional(Type.Object(change(value), { description }));
const { when: condition, output } = WorkflowSchema.properties.workflowComponents.items.properties;
const conditionOrNull = nullable(mapSchema(Type.Unknown()));
const input = { required: Type.Boolean(), description: Type.String() };
const position = Type.Integer({ description: 'Position in the list of steps, from 0' });
const stepName = { id: Type.String(), component: Type.String() };
const placedStep = Type.Object({
  ...stepName,
  params: mapSchema(Type.Unknown()),
  when: condition,
  output,
  position,
});

const DiffSchema = Type.Object(
  {
    from: idSchema<WorkflowVersionId>('The version'),
    to: idSchema<WorkflowVersionId>('The version'),
    name: changeSchema(Type.String(), 'The value in both versions; missing when it is the same'),
    executionPrice: changeSchema(Type.Integer(), 'The value in both versions; missing when it is the same'),
    qa: changeSchema(Type.Enum([...QA_MODES]), 'The value in both versions; missing when it is the same'),
    qaSampling: changeSchema(
      nullable(QaSamplingSchema),
      'The value in both versions; missing when it is the same',
    ),
    resultNames: changeSchema(
      nullable(Type.String()),
      'The value in both versions; missing when it is the same',
    ),
    inputs: Type.Object({
      added: Type.Array(Type.Object({ name: Type.String(), ...input })),
      removed: Type.Array(Type.Object({ name: Type.String(), ...input })),
      changed: Type.Array(Type.Object({ name: Type.String(), ...change(Type.Object(input)) })),
    }),
    steps: Type.Object({
      added: Type.Array(placedStep),
      removed: Type.Array(placedStep),
      moved: Type.Array(Type.Object({ ...stepName, ...change(position) })),
      changed: Type.Array(
        Type.Object({
          ...stepName,
          params: Type.Array(Type.Object({ name: Type.String(), ...change(Type.Unknown()) })),
          when: changeSchema(
            conditionOrNull,
            'The condition of the step in both versions; missing when it is the same',
          ),
          output: changeSchema(
            nullable(Type.String()),
            'The output name of the step in both versions; missing when it is the same',
          ),
        }),
      ),
    }),
  },
  { $id: 'WorkflowDiff' },
);

export const diffWorkflowVersions = route({
  method: 'GET',
  path: '/workflow/:id/diff',
  versions: ['v1'],
  action: 'workflow.read',
  summary: 'Returns the differences between two versions of a workflow.',
  schema: {
    params: WorkflowParams,
    querystring: queryWith({
      from: idSchema<WorkflowVersionId>('The version'),
      to: Type.Optional(
        Type.Unsafe<WorkflowVersionId>({
          ...idSchema('The version'),
          description: 'Default: the latest version',
        }),
      ),
    }),
    response: { 200: DiffSchema },
  },
  handler: async (ports, { caller, params, query: { from, to } }) =>
    diffVersions(ports, caller.organizationId, params.id, { from, to }),
});
