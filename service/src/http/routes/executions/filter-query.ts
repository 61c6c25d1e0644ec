import { malformed } from '../../../domain/errors.ts';
import { STATUSES, type Status } from '../../../domain/executions/execution-states.ts';
import { checkLabels } from '../../../domain/executions/labels.ts';
import type { BatchId, UserId, WorkflowId, WorkflowVersionId } from '../../../domain/ids.ts';
import type { ExecutionFilter } from '../../../ports/executions.ts';
import { type Static, Type } from '../../../schema/typebox.ts';
import { ContentHashSchema, idSchema, mapSchema } from '../../server/schemas.ts';

const TIME_EXPECTED = 'a time such as 2026-01-31T12:00:00Z, or a date such as 2026-01-31';
export const timeSchema = (description: string) =>
  Type.String({
    description,
    pattern: '^(?!0000)\\d{4}-\\d{2}-\\d{2}(T\\d{2}:\\d{2}(:\\d{2}(\\.\\d{1,6})?)?(Z|[+-]\\d{2}:\\d{2}))?$',
    expects: TIME_EXPECTED,
  });

/** The query parameters that choose executions, for the list and for bulk verbs. */
export const FILTER_PARAMETERS = {
  workflowId: Type.Optional(idSchema<WorkflowId>('The workflow')),
  workflow: Type.Optional(idSchema<WorkflowId>('The workflow')),
  batchName: Type.Optional(Type.String({ description: 'Only executions of the batch with this name' })),
  status: Type.Optional(
    Type.Array(Type.Enum([...STATUSES]), {
      description: 'Only executions with this status. Repeat the parameter for several.',
    }),
  ),
  inputFileName: Type.Optional(
    Type.String({ description: 'Only executions whose main image has this file name' }),
  ),
  noBatch: Type.Optional(Type.Boolean({ description: 'Only executions that belong to no batch' })),
  search: Type.Optional(
    Type.String({
      description:
        'Only executions whose main image has this text in its file name, in upper or lower case. A text of one or two characters is the beginning of the name.',
    }),
  ),
  label: Type.Optional(mapSchema(Type.String())),
  batch: Type.Optional(idSchema<BatchId>('The batch')),
  workflowVersion: Type.Optional(idSchema<WorkflowVersionId>('The workflow version')),
  errorCode: Type.Optional(Type.String({ description: 'Only executions whose error has this code' })),
  inputContentHash: Type.Optional(ContentHashSchema),
  createdAfter: Type.Optional(timeSchema('Only executions created at this time or later')),
  createdBefore: Type.Optional(timeSchema('Only executions created before this time')),
  user: Type.Optional(idSchema<UserId>('The user')),
};

const FilterSchema = Type.Object(FILTER_PARAMETERS);
export type FilterQuery = Static<typeof FilterSchema>;

/** Reads the filter from the query parameters. */
export const filterOf = (query: FilterQuery): ExecutionFilter => ({
  status: query.status && [...new Set<Status>(query.status)],
  workflowId: query.workflowId ?? query.workflow,
  batchName: query.batchName,
  inputFileName: query.inputFileName,
  noBatch: query.noBatch || undefined,
  search: query.search,
  labels: query.label && checkLabels(query.label),
  batch: query.batch,
  workflowVersion: query.workflowVersion,
  errorCode: query.errorCode,
  inputContentHash: query.inputContentHash,
  createdAfter: timeOf('createdAfter', query.createdAfter),
  createdBefore: timeOf('createdBefore', query.createdBefore),
  userId: query.user,
});

export const timeOf = (name: string, text: string | undefined): string | undefined => {
  if (text === undefined) return undefined;
  const time = new Date(text);
  const [day = ''] = text.split('T');
  // JavaScript reads February 31 as March 3.
  const isDay = !Number.isNaN(Date.parse(day)) && new Date(day).toISOString().startsWith(day);
  if (!isDay || Number.isNaN(time.getTime()))
    throw malformed(`The parameter ${name} must be ${TIME_EXPECTED}.`);
  return time.toISOString();
};
