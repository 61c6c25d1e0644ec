import type { ExecutionId, OrganizationId } from '../domain/ids.ts';
import type { AfterAttempt, WebhookOutcome } from '../domain/webhooks/webhook-schedule.ts';

/** A message that this process is to send now. */
export type DueMessage = {
  id: string;
  organizationId: OrganizationId;
  url: string;
  /** Host and port. */
  destination: string;
  /** The same bytes on every attempt: made when the execution changed. */
  body: string;
  attemptsBefore: number;
  /** One, or two while a secret is being replaced. */
  secrets: string[];
};

export type FinishedAttempt = {
  messageId: string;
  number: number;
  startedAt: Date;
  durationMs: number;
  /** Null when no answer came; then `error` says why. */
  status: number | null;
  error: string | null;
  after: AfterAttempt;
};

/** Where the walk over the waiting destinations goes on. */
export type WalkPosition = { organizationId: OrganizationId; destination: string };

export type ClaimRequest = {
  count: number;
  perDestination: number;
  perOrganization: number;
  /** What the asking process is sending at the moment. */
  underWay: readonly Pick<DueMessage, 'organizationId' | 'destination'>[];
  after: WalkPosition | undefined;
};

export type Claimed = {
  messages: DueMessage[];
  /** Other senders were taking some of the same messages at this moment. */
  contended: boolean;
  /** Undefined when the walk has reached its end. */
  after: WalkPosition | undefined;
};

/** Webhook messages as the sender sees them. */
export type WebhookQueue = {
  /** Due messages, spread over organizations and destinations. A claim lasts for `CLAIM_MS`. */
  claim(request: ClaimRequest): Promise<Claimed>;
  /** Without effect for a message that another process has recorded an attempt of in the meantime. */
  record(attempts: FinishedAttempt[]): Promise<void>;
  /** Gives claimed messages back, to be sent by anyone at once. */
  release(messageIds: string[]): Promise<void>;
  /** Until the next message that is not due yet; undefined when there is none. */
  nextDueInMs(): Promise<number | undefined>;
};

/** Longer than an attempt can take. A sender that died is replaced after this time. */
export const CLAIM_MS = 60_000;

export type WebhookAttempt = Pick<
  FinishedAttempt,
  'number' | 'startedAt' | 'durationMs' | 'status' | 'error'
>;

export type WebhookMessage = {
  id: string;
  executionId: ExecutionId;
  url: string;
  type: string;
  createdAt: Date;
  outcome: WebhookOutcome | null;
  nextAttemptAt: Date | null;
  attempts: WebhookAttempt[];
};

/** The same messages as the organization sees them. */
export type WebhookMessages = {
  /** Newest first. */
  list(organizationId: OrganizationId, executionId: ExecutionId): Promise<WebhookMessage[]>;
  /** Has the message sent again at once, whatever became of it. False when there is no such message. */
  resend(organizationId: OrganizationId, messageId: string): Promise<boolean>;
};
