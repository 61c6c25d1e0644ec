import { EXECUTION_ERROR_CODES, type Execution } from '../../../domain/executions/execution.ts';
import { type ExecutionRecord, executionRecord } from '../../../domain/executions/execution-record.ts';
import { STATUSES } from '../../../domain/executions/execution-states.ts';
import { may } from '../../../domain/people/rights.ts';
import type { DecisionRecord } from '../../../ports/review.ts';
import { Type } from '../../../schema/typebox.ts';
import type { Caller } from '../../server/route.ts';
import { mapSchema, nullable } from '../../server/schemas.ts';

const orNull = (description: string) => nullable(Type.String({ description }));

const recordFields = {
  id: Type.String({ description: 'Execution ID' }),
  workflow: Type.String({ description: 'Workflow ID' }),
  workflowName: Type.String({ description: "The workflow's name when the execution was created" }),
  workflowVersion: Type.String({ description: 'Workflow version ID used' }),
  organizationId: Type.String(),
  status: Type.Enum([...STATUSES]),
  userId: Type.String({ description: 'The user who created the execution' }),
  createdAt: Type.String({ description: 'Creation time, UTC with milliseconds' }),
  startedAt: orNull('Processing start time'),
  finishedAt: orNull('Processing end time'),
  inputFileName: Type.String({ description: 'File name of the main image' }),
  inputContentHash: Type.String({ description: 'SHA-256 of the main image' }),
  inputs: mapSchema(
    Type.Object({ name: Type.String(), contentHash: Type.String(), contentType: Type.String() }),
  ),
  resultContentHash: orNull('SHA-256 of the result'),
  resultContentType: orNull('Media type of the result'),
  resultFileName: orNull('File name of the result'),
  resultPath: orNull('Path under which the result can be downloaded'),
  results: Type.Optional(
    mapSchema(
      Type.Object({
        name: Type.String({ description: 'File name' }),
        contentHash: Type.String(),
        contentType: Type.String(),
        path: Type.String({ description: 'Path under which the file can be downloaded' }),
        width: Type.Integer(),
        height: Type.Integer(),
        bytes: Type.Integer(),
      }),
      {
        description:
          'Present when the workflow makes several files: each file by its name, with the result under default',
      },
    ),
  ),
  labels: mapSchema(Type.String()),
  settings: mapSchema(Type.Unknown()),
  webhooks: Type.Array(Type.String()),
  attempts: Type.Integer({ description: 'Number of attempts since the execution was created' }),
  chargedCredits: nullable(Type.Integer()),
  error: nullable(
    Type.Object({
      code: Type.Enum([...EXECUTION_ERROR_CODES]),
      message: Type.String(),
      component: nullable(Type.String()),
    }),
  ),
  reused: Type.Optional(
    Type.Literal(true, {
      description: 'Present when the result was reused from an earlier execution',
    }),
  ),
};

export const ExecutionRecordSchema = Type.Object(recordFields, { $id: 'ExecutionRecord' });

/** The record of an execution that is read by its id. Lists and webhooks leave out `earlierAttempts`. */
export const SingleRecordSchema = Type.Object(
  {
    ...recordFields,
    earlierAttempts: Type.Optional(
      Type.Array(
        Type.Object({
          attempt: Type.Integer(),
          settings: mapSchema(Type.Unknown()),
          comment: orNull('The comment of the reviewer who asked for the redo'),
          decidedAt: Type.String(),
          resultContentHash: orNull('SHA-256 of the result of the earlier attempt'),
          resultPath: orNull('Path of the result of the earlier attempt'),
        }),
        { description: 'Present when a reviewer asked for a redo: the earlier attempts' },
      ),
    ),
  },
  { $id: 'SingleExecutionRecord' },
);

/** Returns an earlier attempt. Only reviewers see its result, because the result was never approved. */
export const earlierAttemptFor = (caller: Caller, decision: DecisionRecord) => {
  const { attempt, settings, comment, decidedAt, resultContentHash: hash, resultFileName } = decision;
  const mayReview = may(caller.role, 'execution.review');
  return {
    attempt,
    settings,
    comment,
    decidedAt: decidedAt.toISOString(),
    resultContentHash: mayReview ? hash : null,
    resultPath: mayReview ? `/image/${hash}/${resultFileName}` : null,
  };
};

/** Returns the execution with the fields that this caller may see. */
export const recordFor = (caller: Caller, execution: Execution): ExecutionRecord =>
  executionRecord(execution, { mayReview: may(caller.role, 'execution.review') });
