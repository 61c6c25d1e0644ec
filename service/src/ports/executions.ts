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

/** Whose turn it is: organizations behind the one served last, and none of the exceptions. */
export type Turn = { after?: OrganizationId | undefined; except?: OrganizationId[] };

/** What a worker took: the fence (worker, attempt) goes with every write. */
export type Claim = {
  id: ExecutionId;
  organizationId: OrganizationId;
  workflowVersion: WorkflowVersionId;
  inputs: InputImages;
  settings: Settings;
  worker: WorkerId;
  attempt: number;
  /** Counted from the last retry; limits go by this. */
  attemptInThisRun: number;
  /** Whether anyone is told of its end. */
  hasWebhooks: boolean;
};

export type Completion = {
  claim: Claim;
  toReview: boolean;
  result: ImageFacts & { hash: ContentHash };
  trace: AttemptTrace;
  /** The result was there from an earlier execution. */
  reused?: true;
  resultFileName: string;
};

export type ExecutionEnd = {
  status: Status;
  error: ExecutionError | null;
  result: { image: HeldImage; fileName: string } | undefined;
};

/**
 * The worker of this process, where there is one. While the queue is empty and its lanes have room, it takes executions
 * in the commit that creates them, which saves the commit and the notifications of a claim.
 */
export type Intake = {
  /** Reserves room for the first `count` of them; undefined when there is none. Each is settled later. */
  reserve(executions: readonly NewExecution[]): { worker: WorkerId; count: number } | undefined;
  /** Ends the reservation of one, if there was one. `taken`: the commit made it ACTIVE under this worker, so begin it. */
  settle(execution: NewExecution, taken: boolean): void;
};

/** The status that a new execution was committed with; or its key was used before, and nothing was inserted. */
export type Inserted = 'CREATED' | 'ACTIVE' | 'PAYMENT_REQUIRED' | 'KEY_USED';

export type Executions = {
  /** Resolves when the execution is durable. ACTIVE: the worker of this process took it in the same commit. */
  insert(execution: NewExecution, idempotency?: Idempotency): Promise<Inserted>;
  /** What the key was used for, as long as it lives. */
  findFirstCall(organizationId: OrganizationId, key: string): Promise<FirstCall | undefined>;
  find(organizationId: OrganizationId, id: ExecutionId): Promise<Execution | undefined>;
  /** How it stands, and the picture that it made if it made one: all that someone who waits for it wants to know. */
  findEnd(organizationId: OrganizationId, id: ExecutionId): Promise<ExecutionEnd | undefined>;
  /** With what happened in its last attempt that came to an end; undefined where none did. */
  findTraced(
    organizationId: OrganizationId,
    id: ExecutionId,
  ): Promise<{ execution: Execution; trace: AttemptTrace | undefined } | undefined>;
  /** The status it began with, if it was created here a moment ago: the feed knows all that has happened since. */
  newStatus(organizationId: OrganizationId, id: ExecutionId): Status | undefined;
  list(
    organizationId: OrganizationId,
    filter: ExecutionFilter,
    page: Page,
  ): Promise<{ entries: Execution[]; total: number }>;
  /** How many wait; up to a second old. */
  queued(organizationId: OrganizationId): Promise<number>;
  /** As it waits again, before any worker has seen it. Undefined when its state does not allow it. */
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

/** The same executions as a worker sees them. Every write is fenced by worker and attempt. */
export type WorkQueue = {
  /** Up to `count` queued executions, spread over the organizations that wait. */
  claim(worker: WorkerId, count: number, turn?: Turn): Promise<Claim[]>;
  /**
   * Executions for this worker to run again: those of workers that are gone, and its own that are not `running` here,
   * because the answer to their claim was lost.
   */
  takeOver(worker: WorkerId, count: number, running: readonly ExecutionId[]): Promise<Claim[]>;
  /** Another attempt at the same execution; undefined when the fence no longer holds. */
  beginAttempt(claim: Claim): Promise<Claim | undefined>;
  /** False when the fence no longer holds: the execution was canceled or taken over. */
  complete(completion: Completion): Promise<boolean>;
  fail(claim: Claim, error: ExecutionError, trace: AttemptTrace): Promise<boolean>;
};

/** Tells when the status of an execution has changed, from committed states only. */
export type StatusFeed = {
  /** What was notified in the last moments, if anything. */
  recent(id: ExecutionId): Status | undefined;
  /**
   * Calls back with the current status, then with each later one that is seen. The result ends it.
   * `read` is the status that the caller has just read: mostly it is still the current one.
   */
  follow(id: ExecutionId, read: Status, onStatus: (status: Status) => void): () => void;
  /** Waits for a final status; undefined when the signal comes first. */
  finalStatus(id: ExecutionId, read: Status, signal: AbortSignal): Promise<Status | undefined>;
};
