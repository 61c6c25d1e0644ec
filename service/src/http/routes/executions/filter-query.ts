import { malformed } from '../../../domain/errors.ts';
import { STATUSES, type Status } from '../../../domain/executions/execution-states.ts';
import { checkLabels } from '../../../domain/executions/labels.ts';
import type { BatchId, ContentHash, UserId, WorkflowId, WorkflowVersionId } from '../../../domain/ids.ts';
import type { ExecutionFilter } from '../../../ports/executions.ts';
import { type Static, Type } from '../../../schema/typebox.ts';
import { timeOf, timeSchema } from '../../requests/time-parameter.ts';
import { ContentHashSchema, idSchema, mapSchema } from '../../server/schemas.ts';

/** The query parameters that choose executions, for the list and for bulk verbs. */
export const FILTER_PARAMETERS = {
  workflowId: Type.Optional(idSchema<WorkflowId>('The workflow')),
  workflow: Type.Optional(idSchema<WorkflowId>('The workflow')),
  batchName: Type.Optional(Type.String({ description: 'Only executions of the batch with this name' })),
  status: Type.Optional(
    Type.Array(Type.Enum([...STATUSES]), {
      minItems: 1,
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
        'Only executions whose main image has this text in its file name, in upper or lower case. A text of one or two characters is only compared with the beginning of the name.',
    }),
  ),
  label: Type.Optional(
    mapSchema(Type.String(), {
      description:
        'Only executions with this label, such as label[sku]=A1. Repeat it with other keys for several.',
    }),
  ),
  batch: Type.Optional(idSchema<BatchId>('The batch')),
  workflowVersion: Type.Optional(idSchema<WorkflowVersionId>('The workflow version')),
  errorCode: Type.Optional(Type.String({ description: 'Only executions whose error has this code' })),
  inputContentHash: Type.Optional(
    Type.Unsafe<ContentHash>({
      ...ContentHashSchema,
      description: 'Only executions whose main image has this SHA-256',
    }),
  ),
  createdAfter: Type.Optional(timeSchema('Only executions created at this time or later')),
  createdBefore: Type.Optional(timeSchema('Only executions created before this time')),
  user: Type.Optional(idSchema<UserId>('The user')),
};

const FilterSchema = Type.Object(FILTER_PARAMETERS);
export type FilterQuery = Static<typeof FilterSchema>;

/** Reads the filter from the query parameters. */
export const filterOf = (query: FilterQuery): ExecutionFilter => ({
  status: query.status && [...new Set<Status>(query.status)],
  workflowId: workflowOf(query),
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

/** The workflow, from the parameter `workflowId` or its other name, `workflow`. */
const workflowOf = ({ workflowId, workflow }: FilterQuery): WorkflowId | undefined => {
  if (workflowId && workflow && workflowId !== workflow)
    throw malformed(
      'The parameters "workflowId" and "workflow" have different values. Send only one of them.',
    );
  return workflowId ?? workflow;
};
