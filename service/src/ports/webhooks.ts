import type { DeliveryId, ExecutionId, OrganizationId, UserId, WebhookEndpointId } from '../domain/ids.ts';
import type { DeliveryStatus } from '../domain/webhooks/webhook.ts';
import type { AfterAttempt } from '../domain/webhooks/webhook-schedule.ts';
import type { TraceParent } from '../tracing/spans.ts';
import type { CursorPage, Page } from './executions.ts';

/** A message that this process has claimed and sends now. */
export type DueMessage = {
  id: DeliveryId;
  organizationId: OrganizationId;
  url: string;
  /** Host and port. */
  destination: string;
  /** Written when the execution changed, so every attempt sends the same bytes. */
  body: string;
  attemptsBefore: number;
  /** One secret, or two while a secret is being replaced. */
  secrets: string[];
  /** The span of the request that created the execution, for the header `traceparent`. */
  traceParent?: TraceParent | undefined;
};

export type FinishedAttempt = {
  messageId: DeliveryId;
  number: number;
  startedAt: Date;
  durationMs: number;
  requestHeaders: Record<string, string>;
  /** Null when there was no response; then `error` says why. */
  status: number | null;
  error: string | null;
  /** The beginning of the response's body; null when there was no response. */
  answer: string | null;
  after: AfterAttempt;
};

/** The position at which the next claim continues its walk over the destinations with due messages. */
export type WalkPosition = { organizationId: OrganizationId; destination: string };

export type ClaimRequest = {
  count: number;
  perDestination: number;
  perOrganization: number;
  /**
   * Destinations that have their own limit instead of `perDestination`; it is 0 for those that get no
   * messages now.
   */
  limits: ReadonlyMap<string, number>;
  /** All destinations whose limit is below `limit` get at most `room` messages together. */
  untrusted: { limit: number; room: number };
  /** The messages that the calling process is sending at the moment. */
  underWay: readonly Pick<DueMessage, 'organizationId' | 'destination'>[];
  after: WalkPosition | undefined;
};

export type Claimed = {
  messages: DueMessage[];
  /** The number of messages that are not sent because their endpoint is paused, disabled or deleted. */
  notSendable: number;
  /** True when other senders were claiming some of the same messages at the same time. */
  contended: boolean;
  /** The position for the next claim; undefined when the walk over the destinations has reached its end. */
  after: WalkPosition | undefined;
};

/** Webhook messages as the sender sees them. */
export type WebhookQueue = {
  /** Claims due messages, fairly across organizations and destinations. A claim lasts for `WEBHOOK_CLAIM_MS`. */
  claim(request: ClaimRequest): Promise<Claimed>;
  /** Ignores a message for which another process has recorded an attempt in the meantime. */
  record(attempts: FinishedAttempt[]): Promise<void>;
  /** Gives claimed messages back, so that any process can send them at once. */
  release(messageIds: string[]): Promise<void>;
  /**
   * Makes messages that were held for a paused endpoint due when it is no longer paused, a limited number per
   * call. Returns how many.
   */
  resumeHeld(): Promise<number>;
  /**
   * Gives up the messages to a destination that does not respond, if they have been due longer than
   * `MAX_OVERDUE_MS`.
   */
  giveUpOverdue(destination: string): Promise<void>;
  /** The time until the next message is due; undefined when none is waiting. */
  nextDueInMs(): Promise<number | undefined>;
};

/** Longer than an attempt can take. After this time other senders can claim the messages of a sender that died. */
export const WEBHOOK_CLAIM_MS = 60_000;

/**
 * The longest time that a message waits for a destination that does not respond at all. If attempts are made,
 * their schedule ends sooner.
 */
export const MAX_OVERDUE_MS = 48 * 3_600_000;

export type WebhookAttempt = Omit<FinishedAttempt, 'messageId' | 'after'>;

export type Delivery = {
  id: DeliveryId;
  endpointId: WebhookEndpointId | null;
  executionId: ExecutionId | null;
  url: string;
  type: string;
  createdAt: Date;
  status: DeliveryStatus;
  attemptCount: number;
  nextAttemptAt: Date | null;
};

export type DeliveryFilter = {
  status?: DeliveryStatus | undefined;
  type?: string | undefined;
  endpoint?: WebhookEndpointId | undefined;
  execution?: ExecutionId | undefined;
  /** Host and port of the URL. */
  host?: string | undefined;
  createdAfter?: string | undefined;
  createdBefore?: string | undefined;
};

/** Webhook messages as the organization sees them. */
export type Deliveries = {
  /** Newest first. `total` counts all messages that match, up to `MAX_COUNTED_DELIVERIES`. */
  list(
    organizationId: OrganizationId,
    filter: DeliveryFilter,
    page: CursorPage<DeliveryId>,
  ): Promise<{ entries: Delivery[]; total: number; exceeded: boolean }>;
  find(
    organizationId: OrganizationId,
    id: DeliveryId,
  ): Promise<(Delivery & { body: string; attempts: WebhookAttempt[] }) | undefined>;
  /** Sends the message again at once, whatever its outcome was. False when there is no such message. */
  redeliver(organizationId: OrganizationId, id: DeliveryId): Promise<boolean>;
  /** Sends all messages again that match the filter and exist now, and returns how many there are. */
  redeliverAll(organizationId: OrganizationId, filter: DeliveryFilter): Promise<number>;
};

/** Lists count their messages only up to this number. */
export const MAX_COUNTED_DELIVERIES = 10_000;

export type WebhookEndpoint = {
  id: WebhookEndpointId;
  url: string;
  events: string[];
  paused: boolean;
  /** The first failure since the last success. */
  failingSince: Date | null;
  disabledAt: Date | null;
  createdBy: UserId;
  createdAt: Date;
};

export type EndpointChange = Partial<Pick<WebhookEndpoint, 'url' | 'events' | 'paused'>>;

export type WebhookEndpoints = {
  list(organizationId: OrganizationId, page: Page): Promise<{ entries: WebhookEndpoint[]; total: number }>;
  find(organizationId: OrganizationId, id: WebhookEndpointId): Promise<WebhookEndpoint | undefined>;
  /** `url_used`: another endpoint of the organization has this URL. `too_many`: it has `MAX_ENDPOINTS`. */
  add(
    organizationId: OrganizationId,
    endpoint: Pick<WebhookEndpoint, 'url' | 'events' | 'paused'>,
    by: UserId,
  ): Promise<WebhookEndpoint | 'url_used' | 'too_many'>;
  /** Also enables an endpoint that the service had disabled. Undefined when there is no such endpoint. */
  change(
    organizationId: OrganizationId,
    id: WebhookEndpointId,
    change: EndpointChange,
    by: UserId,
  ): Promise<WebhookEndpoint | 'url_used' | undefined>;
  remove(organizationId: OrganizationId, id: WebhookEndpointId, by: UserId): Promise<boolean>;
  /** Writes a test message for this endpoint alone. Undefined when there is no such endpoint. */
  test(organizationId: OrganizationId, id: WebhookEndpointId): Promise<DeliveryId | undefined>;
};

export const MAX_ENDPOINTS = 50;

export type WebhookSecret = {
  secret: string;
  /** The time until which messages are signed with the previous secret as well; null when only one secret is valid. */
  previousValidUntil: Date | null;
};
