export const STATUSES = ['CREATED', 'ACTIVE', 'COMPLETED', 'IN_QA', 'PAYMENT_REQUIRED', 'FAILED'] as const;
export type Status = (typeof STATUSES)[number];

export type ExecutionEvent =
  | 'claim'
  | 'creditsWithdrawn'
  | 'cancel'
  | 'succeed'
  | 'succeedToReview'
  | 'fail'
  | 'approve'
  | 'reject'
  | 'redo'
  | 'retry'
  | 'retryUnpaid';

/** The state machine of an execution. Every check of "may this happen now?" uses this table. */
export const TRANSITIONS: Record<Status, Partial<Record<ExecutionEvent, Status>>> = {
  CREATED: { claim: 'ACTIVE', creditsWithdrawn: 'PAYMENT_REQUIRED', cancel: 'FAILED' },
  ACTIVE: { succeed: 'COMPLETED', succeedToReview: 'IN_QA', fail: 'FAILED', cancel: 'FAILED' },
  IN_QA: { approve: 'COMPLETED', reject: 'FAILED', redo: 'CREATED' },
  PAYMENT_REQUIRED: { retry: 'CREATED' },
  FAILED: { retry: 'CREATED', retryUnpaid: 'PAYMENT_REQUIRED' },
  COMPLETED: {},
};

export const statusesAllowing = (event: ExecutionEvent): Status[] =>
  STATUSES.filter((status) => TRANSITIONS[status][event] !== undefined);

/** The status after an event. It is the same for every status that allows the event. */
export const statusAfter = (event: ExecutionEvent): Status => {
  const status = STATUSES.map((from) => TRANSITIONS[from][event]).find((to) => to !== undefined);
  if (!status) throw new Error(`no transition for ${event}`);
  return status;
};

/**
 * The statuses of executions that wait for a worker or a reviewer. A batch that has such executions is not
 * completed.
 */
export const UNFINISHED: readonly Status[] = ['CREATED', 'ACTIVE', 'IN_QA'];

/**
 * In these statuses an execution waits for no worker or reviewer, so the status stream and the blocking
 * download end.
 */
const FINAL: ReadonlySet<Status> = new Set<Status>(['COMPLETED', 'FAILED', 'PAYMENT_REQUIRED']);
export const isFinal = (status: Status): boolean => FINAL.has(status);

/**
 * A status and the version of the execution that had it. `claim`, `retry` and `redo` begin a new version.
 * Within a version every other event raises the rank of the status. Of two different reports about an
 * execution, version and rank therefore tell which is newer.
 */
export type StatusAt = { status: Status; version: number };
const RANKS: Record<Status, number> = {
  CREATED: 0,
  ACTIVE: 0,
  IN_QA: 1,
  COMPLETED: 2,
  FAILED: 2,
  PAYMENT_REQUIRED: 3,
};
export const isNewer = (one: StatusAt, other: StatusAt): boolean =>
  one.version === other.version ? RANKS[one.status] > RANKS[other.status] : one.version > other.version;
