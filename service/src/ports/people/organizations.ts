import type { ApiKeyId, ExecutionId, OrganizationId, UserId } from '../../domain/ids.ts';
import type { Principal } from '../../domain/people/principal.ts';
import type { Role } from '../../domain/people/rights.ts';
import type { CursorPage, Page } from '../executions.ts';
import type { WebhookSecret } from '../webhooks.ts';

type Member = { userId: UserId; email: string; name: string; role: Role };
export type Organization = { id: OrganizationId; version: string; name: string; members: Member[] };

export type OrganizationSettings = {
  /** True when the result of an earlier execution with the same images and steps is used again. */
  reuseResults: boolean;
  /** True when unpaid executions go on by themselves after credits were added. */
  autoResume: boolean;
  /**
   * The event credits.low is sent when the spendable credits fall below this number; null: the event is never
   * sent.
   */
  creditsLowAt: number | null;
};

export type OrganizationLimits = {
  /** null: the default of the service applies. */
  requestsPerMinute: number | null;
  /** True when workflows may be priced below base plus components. */
  belowCost: boolean;
};

export type Organizations = {
  create(name: string, owner: UserId): Promise<Organization>;
  find(id: OrganizationId): Promise<Organization | undefined>;
  /** Lists all organizations when `only` is undefined. */
  list(only: OrganizationId[] | undefined, page: Page): Promise<{ entries: Organization[]; total: number }>;
  rename(id: OrganizationId, name: string, by: UserId): Promise<void>;
  settings(id: OrganizationId): Promise<OrganizationSettings | undefined>;
  /** Fields that are left out stay as they are. */
  changeSettings(id: OrganizationId, change: Partial<OrganizationSettings>, by: UserId): Promise<void>;
  limits(id: OrganizationId): Promise<OrganizationLimits | undefined>;
  /** Fields that are left out stay as they are. */
  changeLimits(id: OrganizationId, change: Partial<OrganizationLimits>, by: UserId): Promise<void>;
  /** The setting `reuseResults`. The value may be a few seconds old. */
  reusesResults(id: OrganizationId): Promise<boolean>;
  exists(id: OrganizationId): Promise<boolean>;
  webhookSecret(id: OrganizationId): Promise<WebhookSecret | undefined>;
  /** Replaces the secret. Messages are signed with the previous one as well for `overlapHours`. */
  rotateWebhookSecret(
    id: OrganizationId,
    overlapHours: number,
    by: UserId,
  ): Promise<WebhookSecret | undefined>;
  /** The organization's own rate limit. The value may be a few seconds old. */
  requestsPerMinute(id: OrganizationId): Promise<number | undefined>;
};

export const LEDGER_KINDS = ['grant', 'withdrawal', 'charge'] as const;
export type LedgerEntry = {
  id: string;
  organizationId: OrganizationId;
  kind: (typeof LEDGER_KINDS)[number];
  amount: number;
  executionId: ExecutionId | null;
  /** The file name of the execution's image; null without an execution, or when the execution was deleted. */
  inputFileName: string | null;
  note: string;
  userId: UserId | null;
  createdAt: Date;
};

/** The entries to list: those that meet every condition that is given. */
export type LedgerFilter = {
  kind?: LedgerEntry['kind'] | undefined;
  executionId?: ExecutionId | undefined;
  userId?: UserId | undefined;
  /** A time in ISO 8601: entries made at this time or later. */
  createdAfter?: string | undefined;
  /** A time in ISO 8601: entries made before this time. */
  createdBefore?: string | undefined;
};

type Ledger = {
  entries: LedgerEntry[];
  /** The number of entries that match. If `totalExceeded`, more match: the count stopped at this number. */
  total: number;
  totalExceeded: boolean;
  /** True when more follow after the last entry. */
  more: boolean;
};

export type Credits = {
  /** The credits that can be spent now. */
  spendable(id: OrganizationId): Promise<number>;
  /** The credits that can be spent now, and those held for executions that wait, run or are in review. */
  account(id: OrganizationId): Promise<{ available: number; held: number }>;
  grant(id: OrganizationId, amount: number, note: string, by: UserId): Promise<LedgerEntry>;
  /** Undefined when free credits and the holds of queued executions together do not cover the amount. */
  withdraw(id: OrganizationId, amount: number, note: string, by: UserId): Promise<LedgerEntry | undefined>;
  ledger(id: OrganizationId, page: CursorPage<string>, filter?: LedgerFilter): Promise<Ledger>;
};

export type ApiKey = {
  id: ApiKeyId;
  organizationId: OrganizationId;
  userId: UserId;
  name: string;
  role: Role;
  createdAt: Date;
  expiresAt: Date | null;
  lastUsedAt: Date | null;
};

export type NewApiKey = Pick<ApiKey, 'organizationId' | 'userId' | 'name' | 'role' | 'expiresAt'> & {
  /** The secret itself is shown once and never stored. */
  secretHash: Buffer;
};

export type ApiKeys = {
  /** `madeWith` is the caller's credential. If it is no longer valid, makes no key and returns undefined. */
  create(key: NewApiKey, madeWith?: string): Promise<ApiKey | undefined>;
  list(id: OrganizationId, page: Page): Promise<{ entries: ApiKey[]; total: number }>;
  revoke(id: OrganizationId, key: ApiKeyId, by?: UserId): Promise<boolean>;
  /** Undefined for a key that is unknown, expired or revoked. */
  authenticate(secretHash: Buffer): Promise<Principal | undefined>;
};
