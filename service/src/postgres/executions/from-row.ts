import type { Execution } from '../../domain/executions/execution.ts';

/** The column of `executions` that holds each field of the domain's execution. */
export const COLUMN_OF = {
  id: 'id',
  workflowId: 'workflow_id',
  workflowName: 'workflow_name',
  workflowVersion: 'workflow_version',
  organizationId: 'organization_id',
  status: 'status',
  userId: 'user_id',
  createdAt: 'created_at',
  startedAt: 'started_at',
  finishedAt: 'finished_at',
  inputs: 'inputs',
  resultContentHash: 'result_hash',
  resultFileName: 'result_file_name',
  resultContentType: 'result_content_type',
  results: 'results',
  labels: 'labels',
  settings: 'settings',
  webhooks: 'webhooks',
  attempts: 'attempts',
  chargedCredits: 'charged_credits',
  error: 'error',
  reused: 'reused',
  redos: 'redos',
} as const satisfies Record<keyof Execution, string>;

export const EXECUTION_COLUMNS = Object.values(COLUMN_OF).join(', ');

/** A row with at least these columns. A time is a Date, or a string when the row was read as JSON. */
export type ExecutionRow = {
  [Field in keyof Execution as (typeof COLUMN_OF)[Field]]: Date extends Execution[Field]
    ? Execution[Field] | string
    : Execution[Field];
};

const FIELDS = Object.entries(COLUMN_OF);

export const executionFromRow = (row: ExecutionRow): Execution => {
  const execution: Record<string, unknown> = {};
  for (const [field, column] of FIELDS) execution[field] = row[column];
  execution['createdAt'] = new Date(row.created_at);
  execution['startedAt'] = row.started_at && new Date(row.started_at);
  execution['finishedAt'] = row.finished_at && new Date(row.finished_at);
  return execution as Execution;
};
