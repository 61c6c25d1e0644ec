import type { BatchStatus } from '../domain/executions/batch-status.ts';
import type { ExecutionError } from '../domain/executions/execution.ts';
import type { Status } from '../domain/executions/execution-states.ts';
import type { Labels } from '../domain/executions/labels.ts';
import type { BatchId, ContentHash, ExecutionId, OrganizationId, UserId, WorkflowId } from '../domain/ids.ts';
import type { FileFormat } from '../domain/images/image-formats.ts';
import type { BatchQaPlan } from '../domain/review/review-reasons.ts';
import type { CursorPage } from './executions.ts';

/** The counters of a batch. Every change of one of its executions updates them. */
export type BatchCounters = {
  id: BatchId;
  status: BatchStatus;
  /** The number of times that the batch was completed. */
  round: number;
  counts: Record<Status, number>;
  /** Grows with every execution that is created or changes its status. */
  changes: number;
  expected: number | null;
  chargedCredits: number;
  heldCredits: number;
};

export type Batch = BatchCounters & {
  organizationId: OrganizationId;
  name: string | null;
  createdAt: Date;
  createdBy: UserId;
  budget: number | null;
  priority: number;
  /** Null: the plan of each workflow applies. */
  qa: BatchQaPlan | null;
  webhooks: readonly string[];
  /** True while retention deletes nothing of the batch. */
  held: boolean;
  closedAt: Date | null;
  completedAt: Date | null;
  firstCreatedAt: Date | null;
  lastCreatedAt: Date | null;
  lastChangedAt: Date | null;
  workflows: { id: WorkflowId; name: string }[];
  /** Null when no execution of the batch left the lanes in the last minutes. */
  imagesPerMinute: number | null;
  /** Null when the end cannot be estimated. */
  estimatedEndAt: Date | null;
};

/** The number of executions of the batch that left the lanes in one minute. */
export type BatchMinute = { minute: Date; finished: number };

export type NewBatch = {
  id: BatchId;
  organizationId: OrganizationId;
  name: string;
  createdBy: UserId;
  workflow: WorkflowId | undefined;
  expected: number | null;
  budget: number | null;
  priority: number;
  qa: BatchQaPlan | null;
  webhooks: readonly string[];
};

/** Fields that are left out stay as they are. */
type BatchChange = {
  qa?: BatchQaPlan | null | undefined;
  name?: string | undefined;
  expected?: number | null | undefined;
  budget?: number | null | undefined;
  priority?: number | undefined;
};

type BatchFilter = { search?: string | undefined; status?: BatchStatus | undefined };

/** An execution of a batch, with what the archive of the batch needs. */
export type ArchivedExecution = {
  id: ExecutionId;
  status: Status;
  workflowName: string;
  labels: Labels;
  inputFileName: string;
  inputContentHash: ContentHash;
  chargedCredits: number | null;
  error: ExecutionError | null;
  createdAt: Date;
  /** Undefined unless the execution is COMPLETED. */
  result: ArchivedResult | undefined;
  /** The further files of a COMPLETED execution, by the names of their outputs. */
  outputs: (Omit<ArchivedResult, 'finishedAt'> & { output: string })[];
};
export type ArchivedResult = {
  hash: ContentHash;
  fileName: string;
  format: FileFormat;
  bytes: number;
  crc32: number;
  finishedAt: Date;
};

export type Batches = {
  create(batch: NewBatch): Promise<void>;
  find(organizationId: OrganizationId, id: BatchId): Promise<Batch | undefined>;
  /** The minutes of the last hour in which executions of the batch finished, oldest first. */
  throughput(organizationId: OrganizationId, id: BatchId): Promise<BatchMinute[]>;
  /** Newest first. The total is exact up to 10,000. */
  list(
    organizationId: OrganizationId,
    filter: BatchFilter,
    page: CursorPage<BatchId>,
  ): Promise<{ entries: Batch[]; total: number; totalExceeded: boolean }>;
  /**
   * Queued executions get the new priority. This method and the next three return false when there is no such
   * batch.
   */
  change(organizationId: OrganizationId, id: BatchId, change: BatchChange, by: UserId): Promise<boolean>;
  close(organizationId: OrganizationId, id: BatchId): Promise<boolean>;
  /** Pauses the batch, so that workers do not claim its queued executions, or lets them go on. */
  setPaused(organizationId: OrganizationId, id: BatchId, paused: boolean): Promise<boolean>;
  /** `autoResume` and a raised budget do not resume a canceled batch. A retry of the batch sets `canceled` to false. */
  setCanceled(organizationId: OrganizationId, id: BatchId, canceled: boolean): Promise<boolean>;
  /** Reads all executions of the batch, oldest first and page by page, from one snapshot of the database. */
  readExecutions(
    organizationId: OrganizationId,
    id: BatchId,
    visit: (page: ArchivedExecution[]) => Promise<void>,
  ): Promise<void>;
};

/** Follows the counters of batches. */
export type BatchFeed = {
  /**
   * Calls `onCounters` whenever the counters have changed, at most twice a second. The returned function ends
   * the calls.
   */
  follow(
    organizationId: OrganizationId,
    read: BatchCounters,
    onCounters: (counters: BatchCounters) => void,
  ): () => void;
};
