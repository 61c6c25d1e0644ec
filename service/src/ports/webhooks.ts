import type { ExecutionId, OrganizationId } from '../domain/ids.ts';
import type { AfterAttempt, WebhookOutcome } from '../domain/webhooks/webhook-schedule.ts';

/** A message that this process has claimed and sends now. */
export type DueMessage = {
  id: string;
  organizationId: OrganizationId;
  url: string;
  /** Host and port. */
  destination: string;
  /** Written when the execution changed, so every attempt sends the same bytes. */
  body: string;
  attemptsBefore: number;
  /** One secret, or two while a secret is being replaced. */
  secrets: string[];
};

export type FinishedAttempt = {
  messageId: string;
  number: number;
  startedAt: Date;
  durationMs: number;
  /** Null when there was no response; then `error` says why. */
  status: number | null;
  error: string | null;
  after: AfterAttempt;
};

/** The position at which the next claim continues its walk over the destinations with due messages. */
export type WalkPosition = { organizationId: OrganizationId; destination: string };

export type ClaimRequest = {
  count: number;
  perDestination: number;
  perOrganization: number;
  /** The messages that the calling process is sending at the moment. */
  underWay: readonly Pick<DueMessage, 'organizationId' | 'destination'>[];
  after: WalkPosition | undefined;
};

export type Claimed = {
  messages: DueMessage[];
  /** True when other senders were claiming some of the same messages at the same time. */
  contended: boolean;
  /** Undefined when the walk has reached its end. */
  after: WalkPosition | undefined;
};

/** Webhook messages as the sender sees them. */
export type WebhookQueue = {
  /** Claims due messages, fairly across organizations and destinations. A claim lasts for `CLAIM_MS`. */
  claim(request: ClaimRequest): Promise<Claimed>;
  /** Ignores a message for which another process has recorded an attempt in the meantime. */
  record(attempts: FinishedAttempt[]): Promise<void>;
  /** Gives claimed messages back, so that any process can send them at once. */
  release(messageIds: string[]): Promise<void>;
  /** The time until the next message is due; undefined when none is waiting. */
  nextDueInMs(): Promise<number | undefined>;
};

/** Longer than an attempt can take. After this time other senders can claim the messages of a sender that died. */
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

/** Webhook messages as the organization sees them. */
export type WebhookMessages = {
  /** Newest first. */
  list(organizationId: OrganizationId, executionId: ExecutionId): Promise<WebhookMessage[]>;
  /** Sends the message again at once, whatever its outcome was. False when there is no such message. */
  resend(organizationId: OrganizationId, messageId: string): Promise<boolean>;
};
