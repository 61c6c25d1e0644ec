import Type from 'typebox';
import type { Execution } from '../../../domain/execution.ts';
import { type ExecutionRecord, executionRecord } from '../../../domain/execution-record.ts';
import { STATUSES } from '../../../domain/execution-states.ts';
import type { ExecutionId } from '../../../domain/ids.ts';
import { may } from '../../../domain/rights.ts';
import type { Caller } from '../../route.ts';

export const EXECUTION_PATH = Type.Object({
  executionId: Type.Unsafe<ExecutionId>(Type.String({ description: 'Execution ID' })),
});

const orNull = (description: string) => Type.Union([Type.String(), Type.Null()], { description });

export const ExecutionRecordSchema = Type.Object(
  {
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
    inputs: Type.Record(
      Type.String(),
      Type.Object({ name: Type.String(), contentHash: Type.String(), contentType: Type.String() }),
      { description: 'All images: default, 1, 2, ...' },
    ),
    resultContentHash: orNull('SHA-256 of the result'),
    resultContentType: orNull('Media type of the result'),
    resultFileName: orNull('File name of the result'),
    resultPath: orNull('Where the result is downloaded'),
    labels: Type.Record(Type.String(), Type.String()),
    settings: Type.Record(Type.String(), Type.Unknown()),
    webhooks: Type.Array(Type.String()),
    attempts: Type.Integer({ description: 'How often it was tried, over its whole life' }),
    chargedCredits: Type.Union([Type.Integer(), Type.Null()]),
    error: Type.Union([
      Type.Object({
        code: Type.String(),
        message: Type.String(),
        component: Type.Union([Type.String(), Type.Null()]),
      }),
      Type.Null(),
    ]),
  },
  { $id: 'ExecutionRecord' },
);

/** The record as this caller may see it. */
export const recordFor = (caller: Caller, execution: Execution): ExecutionRecord =>
  executionRecord(execution, { mayReview: may(caller.role, 'execution.review') });
