import type { Execution } from '../../domain/execution.ts';

/** A time as the driver reads it from a column, or as text out of a row that was kept as JSON. */
type Time = Date | string;

/** The columns of `executions` that make up the domain's execution; others are ignored. */
export type ExecutionRow = {
  id: string;
  organization_id: string;
  workflow_id: string;
  workflow_version: string;
  workflow_name: string;
  status: string;
  user_id: string;
  created_at: Time;
  started_at: Time | null;
  finished_at: Time | null;
  inputs: Execution['inputs'];
  settings: Execution['settings'];
  labels: Execution['labels'];
  webhooks: string[];
  charged_credits: number | null;
  result_hash: string | null;
  result_file_name: string | null;
  result_content_type: string | null;
  error: Execution['error'];
  attempts: number;
  reused: boolean;
};

export const EXECUTION_COLUMNS = `id, organization_id, workflow_id, workflow_version, workflow_name, status, user_id, created_at, started_at,
  finished_at, inputs, settings, labels, webhooks, charged_credits, result_hash, result_file_name, result_content_type,
  error, attempts, reused`;

export const executionFromRow = (row: ExecutionRow): Execution => ({
  id: row.id as Execution['id'],
  workflowId: row.workflow_id as Execution['workflowId'],
  workflowName: row.workflow_name,
  workflowVersion: row.workflow_version as Execution['workflowVersion'],
  organizationId: row.organization_id as Execution['organizationId'],
  status: row.status as Execution['status'],
  userId: row.user_id as Execution['userId'],
  createdAt: new Date(row.created_at),
  startedAt: row.started_at === null ? null : new Date(row.started_at),
  finishedAt: row.finished_at === null ? null : new Date(row.finished_at),
  inputs: row.inputs,
  resultContentHash: row.result_hash as Execution['resultContentHash'],
  resultFileName: row.result_file_name,
  resultContentType: row.result_content_type,
  labels: row.labels,
  settings: row.settings,
  webhooks: row.webhooks,
  attempts: row.attempts,
  chargedCredits: row.charged_credits,
  error: row.error,
  // A message kept from before has no such column.
  reused: row.reused === true,
});
