import type { UnpaidReason } from '../domain/executions/allowance.ts';
import type { Execution, ExecutionError, InputImages } from '../domain/executions/execution.ts';
import type { Status, StatusAt } from '../domain/executions/execution-states.ts';
import type { Labels } from '../domain/executions/labels.ts';
import type { AttemptTrace } from '../domain/executions/trace.ts';
import type {
  ApiKeyId,
  BatchId,
  BulkActionId,
  ContentHash,
  ExecutionId,
  OrganizationId,
  UserId,
  WorkerId,
  WorkflowId,
  WorkflowVersionId,
} from '../domain/ids.ts';
import type { Digest, ImageFacts } from '../domain/images/image-formats.ts';
import type { QaMode, Settings } from '../domain/workflows/workflow.ts';
import type { TraceParent } from '../tracing/spans.ts';
import type { OrganizationImage } from './images/images.ts';
import type { MadeOutput } from './lanes.ts';

export type NewExecution = {
  id: ExecutionId;
  organizationId: OrganizationId;
  workflowId: WorkflowId;
  workflowVersion: WorkflowVersionId;
  workflowName: string;
  userId: UserId;
  /** Null when the caller is the console or a connected app. */
  apiKeyId: ApiKeyId | null;
  inputs: InputImages;
  settings: Settings;
  labels: Labels;
  webhooks: readonly string[];
  priceInCredits: number;
  /** The span of the request in its distributed trace, if there is one. */
  traceParent?: TraceParent | undefined;
};

export type Idempotency = { key: string; fingerprint: string };
export type FirstCall = { fingerprint: string; id: ExecutionId };

/** The executions to list or to act upon: those that meet every condition that is given. */
export type ExecutionFilter = {
  /** The execution has one of these statuses. */
  status?: readonly Status[] | undefined;
  workflowId?: WorkflowId | undefined;
  batchName?: string | undefined;
  inputFileName?: string | undefined;
  noBatch?: true | undefined;
  workflowVersion?: WorkflowVersionId | undefined;
  batch?: BatchId | undefined;
  inputContentHash?: ContentHash | undefined;
  errorCode?: string | undefined;
  userId?: UserId | undefined;
  labels?: Labels | undefined;
  /** Text that the input file name contains. With fewer than three characters, it must begin with the text. */
  search?: string | undefined;
  /** A time in ISO 8601: executions created at this time or later. */
  createdAfter?: string | undefined;
  /** A time in ISO 8601: executions created before this time. */
  createdBefore?: string | undefined;
};

export type Page = { limit: number; offset: number };

/**
 * A page of a list: the entries that follow the first `offset` ones, or that follow the entry `after`.
 * `createdAt` is in ISO 8601.
 */
export type CursorPage<Id> = { limit: number } & (
  | { offset: number }
  | { after: { createdAt: string; id: Id } }
);
export type ListOrder = 'newestFirst' | 'oldestFirst';
export type ListPage = CursorPage<ExecutionId> & { order?: ListOrder };
export type ExecutionList = {
  entries: Execution[];
  /** The number of executions that match. If `totalExceeded`, more match: the count stopped at this number. */
  total: number;
  totalExceeded: boolean;
  /** True when more follow after the last entry. */
  more: boolean;
};

/**
 * The order of a claim: it starts with the organization that follows `after`, which was served last, and
 * skips those in `except`.
 */
export type Turn = { after?: OrganizationId | undefined; except?: OrganizationId[] };

/** An execution that a worker has claimed. Every write names worker and attempt, which fence out earlier workers. */
export type Claim = {
  id: ExecutionId;
  organizationId: OrganizationId;
  workflowVersion: WorkflowVersionId;
  inputs: InputImages;
  settings: Settings;
  worker: WorkerId;
  attempt: number;
  /** The number of this attempt among those that count against the limit of attempts. */
  countedAttempt: number;
  /**
   * True when the execution itself names webhooks. The endpoints of the organization are looked up only when
   * the execution ends.
   */
  hasWebhooks: boolean;
  batchId: BatchId | null;
  /** True when a reviewer had the execution run again: its next result goes to a reviewer in any case. */
  mustReview: boolean;
  /** The time that the execution was in the queue before its last claim. */
  waitedSeconds: number;
  /**
   * The parent of the spans of the work: the span of the request that created the execution, later the span
   * of the attempt.
   */
  traceParent?: TraceParent | undefined;
};

export type Completion = {
  claim: Claim;
  /** The review of the workflow's results. The batch may have a plan of its own instead. */
  qa: QaMode;
  /** True when a step reported a low confidence. */
  unsure?: true;
  result: ImageFacts & Digest & { outputs?: MadeOutput[] };
  trace: AttemptTrace;
  /** The result was taken from an earlier execution. */
  reused?: true;
  resultFileName: string;
};

export type ExecutionEnd = {
  status: Status;
  /** The time at which the result was deleted; absent when it was not. */
  resultDeletedAt?: Date;
  error: ExecutionError | null;
  result: { image: OrganizationImage; fileName: string } | undefined;
};

/**
 * The worker of this process, if it has one. While the queue is empty and a lane is free, it takes executions in the
 * commit that creates them, which saves the commit and the notifications of a claim.
 */
export type Intake = {
  /**
   * Reserves lanes for the first `count` of these executions; undefined when no lane is free or executions
   * wait in the queue. `settle` ends the reservation of each execution.
   */
  reserve(executions: readonly NewExecution[]): { worker: WorkerId; count: number } | undefined;
  /**
   * Ends the reservation of one execution, if it has one. `taken`: true when the commit made the execution ACTIVE under
   * this worker, which then starts it.
   */
  settle(execution: NewExecution, taken: boolean): void;
};

/** The status of the new execution; KEY_USED: its idempotency key was used before, and nothing was inserted. */
export type Inserted = 'CREATED' | 'ACTIVE' | 'PAYMENT_REQUIRED' | 'KEY_USED';

export type Executions = {
  /** Resolves when the execution is durable. ACTIVE: the worker of this process took it in the same commit. */
  insert(execution: NewExecution, idempotency?: Idempotency): Promise<Inserted>;
  /** Inserts all executions of the call in one commit. */
  insertMany(
    organizationId: OrganizationId,
    items: readonly { execution: NewExecution; idempotency?: Idempotency }[],
  ): Promise<Inserted[]>;
  /** The first call with this idempotency key; undefined when there was none or the key has expired. */
  findFirstCall(organizationId: OrganizationId, key: string): Promise<FirstCall | undefined>;
  find(organizationId: OrganizationId, id: ExecutionId): Promise<Execution | undefined>;
  /** Returns status, error and result only: a caller who waits for the execution needs no more. */
  findEnd(organizationId: OrganizationId, id: ExecutionId): Promise<ExecutionEnd | undefined>;
  /** The execution with the trace of its last finished attempt; `trace` is undefined when no attempt has finished. */
  findTraced(
    organizationId: OrganizationId,
    id: ExecutionId,
  ): Promise<{ execution: Execution; trace: AttemptTrace | undefined } | undefined>;
  /**
   * The first status of an execution that this process created a moment ago; the status feed knows every
   * change since then. Undefined for any other execution.
   */
  newStatus(organizationId: OrganizationId, id: ExecutionId): StatusAt | undefined;
  /** The current status. Undefined when the organization has no such execution. */
  status(organizationId: OrganizationId, id: ExecutionId): Promise<StatusAt | undefined>;
  list(organizationId: OrganizationId, filter: ExecutionFilter, page: ListPage): Promise<ExecutionList>;
  /** The number of queued executions. It may be up to a second old. */
  queued(organizationId: OrganizationId): Promise<number>;
  /**
   * Retries the execution and returns it as it is before any worker claims it. When the execution stays as it
   * is, returns the reason why it cannot be paid, or the time at which an input was deleted; undefined when
   * its status does not allow a retry.
   */
  retry(
    organizationId: OrganizationId,
    id: ExecutionId,
  ): Promise<Execution | UnpaidReason | Date | undefined>;
  /** Ends the execution as FAILED; false when its state does not allow it. */
  cancel(organizationId: OrganizationId, id: ExecutionId, error: ExecutionError): Promise<boolean>;
  bulkActions: BulkActions;
  giveFeedback(
    id: ExecutionId,
    userId: UserId,
    feedback: { thumbsUp: boolean; expectedImages: string[] },
  ): Promise<void>;
};

export const BULK_ACTION_VERBS = ['retry', 'cancel', 'approve'] as const;
export type BulkActionVerb = (typeof BULK_ACTION_VERBS)[number];

/** A bulk action: one verb for all executions that match a filter, carried out in the background. */
export type BulkAction = {
  id: BulkActionId;
  verb: BulkActionVerb;
  /** The number of executions that matched when the bulk action began and whose status allowed it. */
  matched: number;
  /** The number of executions handled so far: each was changed, or skipped because its status had changed. */
  done: number;
  changed: number;
  createdAt: Date;
  finishedAt: Date | null;
};

export type BulkActions = {
  /** Records the action. A worker carries it out. */
  start(
    organizationId: OrganizationId,
    action: { id: BulkActionId; verb: BulkActionVerb; filter: ExecutionFilter; by: UserId },
  ): Promise<BulkAction>;
  find(organizationId: OrganizationId, id: BulkActionId): Promise<BulkAction | undefined>;
};

/**
 * A claim that a worker has taken over. `died`: the worker before it no longer renews its lease. `stopped`: the worker before
 * it was told to stop and did not finish. `unheard`: it is the worker's own claim, whose response was lost.
 */
export type TakenOver = Claim & { because: 'died' | 'stopped' | 'unheard' };

/** The executions as a worker sees them. Every write is fenced by worker and attempt. */
export type WorkQueue = {
  /** True when an execution waits for a worker. */
  hasQueued(): Promise<boolean>;
  /** Claims up to `count` queued executions, fairly across organizations. */
  claim(worker: WorkerId, count: number, turn?: Turn): Promise<Claim[]>;
  /**
   * Takes over executions for this worker to run again: those of dead and stopped workers, and its own that are not in `running`
   * because the response to their claim was lost.
   */
  takeOver(worker: WorkerId, count: number, running: readonly ExecutionId[]): Promise<TakenOver[]>;
  /** Of the given executions, returns those that a person has ended in the meantime. */
  endedMeanwhile(running: readonly ExecutionId[]): Promise<{ id: ExecutionId; attempt: number }[]>;
  /** Starts another attempt at the same execution; undefined when it was canceled or taken over. */
  beginAttempt(claim: Claim): Promise<Claim | undefined>;
  /** Writes the result. False when the execution was canceled or taken over; then nothing is written. */
  complete(completion: Completion): Promise<boolean>;
  /** The values from which the name of the execution's result is made. `index` is its position in its batch, or 1. */
  naming(id: ExecutionId, withIndex: boolean): Promise<{ labels: Labels; workflow: string; index: number }>;
  fail(claim: Claim, error: ExecutionError, trace: AttemptTrace): Promise<boolean>;
};

/** Reports status changes of executions. Only committed changes are reported. */
export type StatusFeed = {
  /** The latest status that was announced in the last few seconds, if any. */
  recent(id: ExecutionId): StatusAt | undefined;
  /**
   * Calls `onStatus` with the current status, then with each later one that the feed sees. The returned
   * function ends the calls. `read` is the status that the caller has just read, which is usually still the
   * current one.
   */
  follow(id: ExecutionId, read: StatusAt, onStatus: (status: Status) => void): () => void;
  /** Waits for a final status; undefined when the signal aborts first. */
  finalStatus(id: ExecutionId, read: StatusAt, signal: AbortSignal): Promise<Status | undefined>;
};
