import type { Execution } from '../domain/executions/execution.ts';
import type { BatchId, ContentHash, ExecutionId, OrganizationId, UserId, WorkflowId } from '../domain/ids.ts';
import type { Mark, ReviewDecision } from '../domain/review/decision.ts';
import type { BatchQaPlan, ReviewReason } from '../domain/review/review-reasons.ts';
import type {
  LotCause,
  LotOutcome,
  QaSampling,
  SamplingPlan,
  Severity,
} from '../domain/review/sampling-plan.ts';
import type { QaMode, Settings } from '../domain/workflows/workflow.ts';
import type { Page } from './executions.ts';

/** The person who decides. With `evenIfLeased`, which owners and admins have, the leases of others are ignored. */
export type Reviewer = { userId: UserId; evenIfLeased: boolean };

/** A decision about one result. */
export type DecisionRecord = {
  decision: ReviewDecision;
  /** The attempt that made the result. */
  attempt: number;
  decidedAt: Date;
  /** Null when no person decided: the system approved the rest of an accepted lot. */
  reviewer: { id: UserId; name: string } | null;
  /** The comment of an approval or a redo, the reason of a rejection. */
  comment: string | null;
  code: string | null;
  markup: Mark[] | null;
  lotId: string | null;
  /** The settings with which the result was made. */
  settings: Settings;
  resultContentHash: ContentHash;
  resultFileName: string;
};

/** A result that waits for a reviewer. */
export type QueueEntry = {
  execution: Execution;
  reason: ReviewReason;
  queuedAt: Date;
  /**
   * The reviewer who alone may decide until the lease ends, besides owners and admins; null when nobody has claimed the
   * result.
   */
  lease: Lease | null;
};
export type Lease = { userId: UserId; name: string; until: Date };

export type Leased = { id: ExecutionId; leasedUntil: Date };

export type QueueFilter = {
  workflowId?: WorkflowId | undefined;
  batchId?: BatchId | undefined;
  reason?: ReviewReason | undefined;
  /** Shows only results that this person has claimed. */
  leasedBy?: UserId | undefined;
};

/** The review of the results of a batch. */
export type BatchReview = {
  /** The plan of the batch itself; null: the plan of each workflow applies. */
  plan: BatchQaPlan | null;
  /** The workflows of the batch that have lots, or results that wait for one. */
  workflows: {
    workflow: WorkflowId;
    mode: QaMode;
    sampling: QaSampling | null;
    severity: Severity | null;
    /** The plan in force for a full lot; null when results are not sampled. */
    plan: SamplingPlan | null;
    /** A sentence that says why this plan is in force. */
    why: string | null;
    /** Results that wait for the next lot. */
    waiting: number;
    lots: { formed: number; accepted: number; refused: number };
    lastLot:
      | (SamplingPlan & {
          size: number;
          severity: Severity;
          aql: number;
          decided: number;
          rejected: number;
          outcome: LotOutcome | null;
          formedBecause: LotCause;
        })
      | null;
  }[];
};

export const STATS_GROUPS = ['reviewer', 'workflowVersion', 'code', 'day'] as const;
export type StatsGroup = (typeof STATS_GROUPS)[number];

/** The numbers of decisions, for one reviewer, workflow version, reject code or day. */
export type ReviewStats = {
  /** Null: approved by the system, or rejected without a code. */
  key: string | null;
  name: string | null;
  approved: number;
  rejected: number;
  redone: number;
  /** The median time from the entry into the queue to the decision. */
  medianSeconds: number | null;
};

/**
 * The number of results in the queue, how many of them nobody has claimed, and the results that arrived since
 * the last call of `onNews`.
 */
export type QueueNews = { length: number; unclaimed: number; arrivals: ExecutionId[] };

export type QueueFeed = {
  /** Calls `onNews` with the state of the queue, then after each change. The returned function ends the calls. */
  follow(organizationId: OrganizationId, onNews: (news: QueueNews) => void): () => void;
};

/**
 * The results in review. Each decision returns false when the execution is not in review, or is leased by
 * someone else.
 */
export type Review = {
  approve(
    organizationId: OrganizationId,
    id: ExecutionId,
    by: Reviewer,
    given: { comment?: string | undefined },
  ): Promise<boolean>;
  reject(
    organizationId: OrganizationId,
    id: ExecutionId,
    by: Reviewer,
    given: { reason: string; code?: string | undefined; markup?: readonly Mark[] | undefined },
  ): Promise<boolean>;
  /** Queues the execution again with other settings; false also when it was redone `maxRedos` times. */
  redo(
    organizationId: OrganizationId,
    id: ExecutionId,
    by: Reviewer,
    given: { settings: Settings; comment?: string | undefined; maxRedos: number },
  ): Promise<boolean>;
  /** The decisions about an execution, oldest first. */
  decisions(organizationId: OrganizationId, id: ExecutionId): Promise<DecisionRecord[]>;
  stats(
    organizationId: OrganizationId,
    by: StatsGroup,
    time: { from: Date; to: Date },
  ): Promise<ReviewStats[]>;
  /** Undefined when there is no such batch. */
  planOfBatch(organizationId: OrganizationId, id: BatchId): Promise<BatchReview | undefined>;
  changePlanOfBatch(
    organizationId: OrganizationId,
    id: BatchId,
    plan: BatchQaPlan | null,
    by: UserId,
  ): Promise<boolean>;
  rejectCodes(organizationId: OrganizationId): Promise<string[]>;
  /** The queue, oldest first. */
  queue(
    organizationId: OrganizationId,
    filter: QueueFilter,
    page: Page,
  ): Promise<{ entries: QueueEntry[]; total: number }>;
  /** Leases the oldest results that nobody has claimed, at most `count`. */
  claim(
    organizationId: OrganizationId,
    by: UserId,
    filter: QueueFilter,
    count: number,
  ): Promise<QueueEntry[]>;
  /**
   * Extends this person's leases: all of them, or only those of the given executions. Returns the executions
   * of the extended leases.
   */
  renew(organizationId: OrganizationId, by: UserId, ids?: readonly ExecutionId[]): Promise<Leased[]>;
  /** Gives up this person's leases: all of them, or only those of the given executions. Returns their executions. */
  release(
    organizationId: OrganizationId,
    by: UserId,
    ids?: readonly ExecutionId[],
  ): Promise<{ id: ExecutionId }[]>;
  leaseOf(organizationId: OrganizationId, id: ExecutionId): Promise<Lease | undefined>;
  changeRejectCodes(organizationId: OrganizationId, codes: readonly string[], by: UserId): Promise<void>;
};
