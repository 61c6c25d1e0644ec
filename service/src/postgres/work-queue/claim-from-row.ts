import type { InputImages } from '../../domain/executions/execution.ts';
import type { BatchId, ExecutionId, OrganizationId, WorkerId, WorkflowVersionId } from '../../domain/ids.ts';
import type { Settings } from '../../domain/workflows/workflow.ts';
import type { Claim } from '../../ports/executions.ts';

export type ClaimRow = {
  id: ExecutionId;
  organization_id: OrganizationId;
  workflow_version: WorkflowVersionId;
  inputs: InputImages;
  settings: Settings;
  worker: WorkerId;
  attempts: number;
  uncounted_attempts: number;
  has_webhooks: boolean;
  batch_id: BatchId | null;
  must_review: boolean;
  traceparent: string | null;
  waited_seconds: number;
};

export const CLAIM_COLUMNS =
  "id, organization_id, workflow_version, inputs, settings, worker, attempts, uncounted_attempts, webhooks <> '{}' as has_webhooks, batch_id, must_review, traceparent, extract(epoch from started_at - queued_at)::float8 as waited_seconds";

export const claimFromRow = (row: ClaimRow): Claim => ({
  id: row.id,
  organizationId: row.organization_id,
  workflowVersion: row.workflow_version,
  inputs: row.inputs,
  settings: row.settings,
  worker: row.worker,
  attempt: row.attempts,
  countedAttempt: row.attempts - row.uncounted_attempts,
  hasWebhooks: row.has_webhooks,
  batchId: row.batch_id,
  mustReview: row.must_review,
  traceParent: row.traceparent ?? undefined,
  waitedSeconds: row.waited_seconds,
});
