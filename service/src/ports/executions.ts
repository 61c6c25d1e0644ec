import type { Execution, ExecutionError, InputImages } from '../domain/executions/execution.ts';
import type { Status } from '../domain/executions/execution-states.ts';
import type { Labels } from '../domain/executions/labels.ts';
import type { AttemptTrace } from '../domain/executions/trace.ts';
import type {
  ContentHash,
  ExecutionId,
  OrganizationId,
  UserId,
  WorkerId,
  WorkflowId,
  WorkflowVersionId,
} from '../domain/ids.ts';
import type { ImageFacts } from '../domain/images/image-formats.ts';
import type { Settings } from '../domain/workflows/workflow.ts';
import type { HeldImage } from './images.ts';

export type NewExecution = {
  id: ExecutionId;
  organizationId: OrganizationId;
  workflowId: WorkflowId;
  workflowVersion: WorkflowVersionId;
  workflowName: string;
  userId: UserId;
  inputs: InputImages;
  settings: Settings;
  labels: Labels;
  webhooks: readonly string[];
  priceInCredits: number;
};

export type Idempotency = { key: string; fingerprint: string };
export type FirstCall = { fingerprint: string; id: ExecutionId };

export type ExecutionFilter = {
  workflowId?: WorkflowId | undefined;
  batchName?: string | undefined;
  status?: Status | undefined;
  inputFileName?: string | undefined;
  noBatch?: boolean | undefined;
};
export type Page = { limit: number; offset: number };

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
  /** Counted from the last retry. The limit of attempts applies to this number. */
  attemptInThisRun: number;
  /** True when the execution names webhooks. The endpoints of its organization are looked up at its end. */
  hasWebhooks: boolean;
};

export type Completion = {
  claim: Claim;
  toReview: boolean;
  result: ImageFacts & { hash: ContentHash };
  trace: AttemptTrace;
  /** The result was taken from an earlier execution. */
  reused?: true;
  resultFileName: string;
};

export type ExecutionEnd = {
  status: Status;
  error: ExecutionError | null;
  result: { image: HeldImage; fileName: string } | undefined;
};

/**
 * The worker of this process, if it has one. While the queue is empty and a lane is free, it takes executions in the
 * commit that creates them, which saves the commit and the notifications of a claim.
 */
export type Intake = {
  /** Reserves lanes for the first `count` executions; undefined when none is free. `settle` ends each reservation. */
  reserve(executions: readonly NewExecution[]): { worker: WorkerId; count: number } | undefined;
  /**
   * Ends the reservation of one execution, if it has one. `taken`: the commit made it ACTIVE under this worker, so the
   * worker starts it.
   */
  settle(execution: NewExecution, taken: boolean): void;
};

/** The status of the new execution; KEY_USED: its idempotency key was used before, and nothing was inserted. */
export type Inserted = 'CREATED' | 'ACTIVE' | 'PAYMENT_REQUIRED' | 'KEY_USED';

export type Executions = {
  /** Resolves when the execution is durable. ACTIVE: the worker of this process took it in the same commit. */
  insert(execution: NewExecution, idempotency?: Idempotency): Promise<Inserted>;
  /** The call that first used this idempotency key, until the key expires. */
  findFirstCall(organizationId: OrganizationId, key: string): Promise<FirstCall | undefined>;
  find(organizationId: OrganizationId, id: ExecutionId): Promise<Execution | undefined>;
  /** Status, error and result only: all that a caller who waits for the execution needs. */
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
  newStatus(organizationId: OrganizationId, id: ExecutionId): Status | undefined;
  list(
    organizationId: OrganizationId,
    filter: ExecutionFilter,
    page: Page,
  ): Promise<{ entries: Execution[]; total: number }>;
  /** The number of queued executions. The answer may be up to a second old. */
  queued(organizationId: OrganizationId): Promise<number>;
  /** Returns the execution as it was queued again, before any worker claims it. Undefined when its state forbids it. */
  retry(organizationId: OrganizationId, id: ExecutionId): Promise<Execution | 'credits_short' | undefined>;
  /** Cancels or rejects; false when the execution's state does not allow it. */
  endAsFailed(
    organizationId: OrganizationId,
    id: ExecutionId,
    event: 'cancel' | 'reject',
    error: ExecutionError,
    by?: UserId,
  ): Promise<boolean>;
  approve(organizationId: OrganizationId, id: ExecutionId, by?: UserId): Promise<boolean>;
  giveFeedback(
    id: ExecutionId,
    userId: UserId,
    feedback: { thumbsUp: boolean; expectedImages: string[] },
  ): Promise<void>;
};

/** The executions as a worker sees them. Every write is fenced by worker and attempt. */
export type WorkQueue = {
  /** Claims up to `count` queued executions, fairly across organizations. */
  claim(worker: WorkerId, count: number, turn?: Turn): Promise<Claim[]>;
  /**
   * Takes over executions for this worker to run again: those of dead workers, and its own that are not in `running`
   * because the response to their claim was lost.
   */
  takeOver(worker: WorkerId, count: number, running: readonly ExecutionId[]): Promise<Claim[]>;
  /** Starts another attempt at the same execution; undefined when it was canceled or taken over. */
  beginAttempt(claim: Claim): Promise<Claim | undefined>;
  /** False when the execution was canceled or taken over; nothing is written then. */
  complete(completion: Completion): Promise<boolean>;
  fail(claim: Claim, error: ExecutionError, trace: AttemptTrace): Promise<boolean>;
};

/** Reports status changes of executions. Only committed changes are reported. */
export type StatusFeed = {
  /** The latest status that a notification has reported in the last few seconds, if any. */
  recent(id: ExecutionId): Status | undefined;
  /**
   * Calls `onStatus` with the current status, then with each later one that it sees. The returned function stops it.
   * `read` is the status that the caller has just read, which is usually still the current one.
   */
  follow(id: ExecutionId, read: Status, onStatus: (status: Status) => void): () => void;
  /** Waits for a final status; undefined when the signal aborts first. */
  finalStatus(id: ExecutionId, read: Status, signal: AbortSignal): Promise<Status | undefined>;
};
