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
  /** A part of the input file name; the beginning of it when shorter than three characters. */
  search?: string | undefined;
  /** A time in ISO 8601: created then or later. */
  createdAfter?: string | undefined;
  /** A time in ISO 8601: created before then. */
  createdBefore?: string | undefined;
};

export type Page = { limit: number; offset: number };

/** A page of a list: after so many entries, or after an entry. The time is in ISO 8601. */
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

/** A claim starts with the organization after the one served last (`after`), and skips those in `except`. */
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
  /** True when the execution names webhooks. The endpoints of its organization are looked up at its end. */
  hasWebhooks: boolean;
  batchId: BatchId | null;
  /** True when a reviewer sent an earlier result back: the next one goes to a reviewer in any case. */
  mustReview: boolean;
  /** The time that the execution was in the queue before its last claim. */
  waitedSeconds: number;
  /** The parent span of the work: first that of the request that created the execution, then that of the attempt. */
  traceParent?: TraceParent | undefined;
};

export type Completion = {
  claim: Claim;
  /** The review of the workflow's results. The batch may have another. */
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
   * Reserves lanes for the first `count` executions; undefined when no lane is free or executions wait in the queue.
   * `settle` ends each reservation.
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
  /** The call that first used this idempotency key, until the key expires. */
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
   * The initial status of an execution that this process created a moment ago; the status feed knows every change
   * since. Undefined for any other execution.
   */
  newStatus(organizationId: OrganizationId, id: ExecutionId): StatusAt | undefined;
  /** The current status. Undefined when the organization has no such execution. */
  status(organizationId: OrganizationId, id: ExecutionId): Promise<StatusAt | undefined>;
  list(organizationId: OrganizationId, filter: ExecutionFilter, page: ListPage): Promise<ExecutionList>;
  /** The number of queued executions. The answer may be up to a second old. */
  queued(organizationId: OrganizationId): Promise<number>;
  /** Returns the execution as it was queued again, before any worker claims it. Undefined when its state forbids it. */
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
  /** The number of executions that matched when the action began and whose status allowed the verb. */
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
  /** Returns those of the running executions that a person has ended. */
  endedMeanwhile(running: readonly ExecutionId[]): Promise<{ id: ExecutionId; attempt: number }[]>;
  /** Starts another attempt at the same execution; undefined when it was canceled or taken over. */
  beginAttempt(claim: Claim): Promise<Claim | undefined>;
  /** False when the execution was canceled or taken over; nothing is written then. */
  complete(completion: Completion): Promise<boolean>;
  /** The values from which the execution's result can be named; `index` is its position in its batch, or 1. */
  naming(id: ExecutionId, withIndex: boolean): Promise<{ labels: Labels; workflow: string; index: number }>;
  fail(claim: Claim, error: ExecutionError, trace: AttemptTrace): Promise<boolean>;
};

/** Reports status changes of executions. Only committed changes are reported. */
export type StatusFeed = {
  /** The latest status that was announced in the last few seconds, if any. */
  recent(id: ExecutionId): StatusAt | undefined;
  /**
   * Calls `onStatus` with the current status, then with each later one that it sees. The returned function stops it.
   * `read` is the status that the caller has just read, which is usually still the current one.
   */
  follow(id: ExecutionId, read: StatusAt, onStatus: (status: Status) => void): () => void;
  /** Waits for a final status; undefined when the signal aborts first. */
  finalStatus(id: ExecutionId, read: StatusAt, signal: AbortSignal): Promise<Status | undefined>;
};
