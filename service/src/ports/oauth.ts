import type { GrantId, OrganizationId, SessionId, UserId } from '../domain/ids.ts';
import type { Principal } from '../domain/people/principal.ts';
import type { Page } from './executions.ts';

export type OAuthClient = {
  id: string;
  name: string;
  rotateRefreshTokens: boolean;
  builtIn: boolean;
  createdAt: Date;
};
export type NewOAuthClient = Pick<OAuthClient, 'id' | 'name' | 'rotateRefreshTokens'>;

/** Who changes something of the installation, and in whose log it is written. */
export type Actor = { userId: UserId; organizationId: OrganizationId };

export type OAuthClients = {
  find(id: string): Promise<OAuthClient | undefined>;
  list(page: Page): Promise<{ entries: OAuthClient[]; total: number }>;
  /** Undefined when there is one of this id already. */
  register(client: NewOAuthClient, by: Actor): Promise<OAuthClient | undefined>;
  /** Makes these exist as given, whatever was there. */
  ensure(clients: NewOAuthClient[]): Promise<void>;
  /** Its grants end with it. False when there is none, or it is built in. */
  remove(id: string, by: Actor): Promise<boolean>;
};

/** How long a refresh token lives unused, and at most. */
export type RefreshLifetimes = { idleSeconds: number; absoluteSeconds: number };

export type Grant = {
  id: GrantId;
  clientId: string;
  userId: UserId;
  organizationId: OrganizationId;
  scope: string;
};

export type NewDeviceCode = {
  codeHash: Buffer;
  userCodeHash: Buffer;
  clientId: string;
  scope: string;
  requestedFrom: string;
  lifetimeSeconds: number;
};

export type PendingDevice = {
  clientId: string;
  clientName: string;
  requestedFrom: string;
  requestedAt: Date;
  expiresAt: Date;
};

export type DevicePoll = {
  decision: 'approved' | 'denied' | null;
  /** Expired or redeemed: nothing can come of it any more. */
  over: boolean;
  secondsSincePoll: number | null;
};

export type DeviceCodes = {
  /** False when the user code is in use; draw another. */
  add(code: NewDeviceCode): Promise<boolean>;
  /** One conditional statement: of several that redeem at once, one gets the grant. */
  redeem(
    codeHash: Buffer,
    clientId: string,
    refreshTokenHash: Buffer,
    lifetimes: RefreshLifetimes,
  ): Promise<Grant | undefined>;
  /** Notes that a device has asked. Undefined for a code that is unknown or another client's. */
  poll(codeHash: Buffer, clientId: string): Promise<DevicePoll | undefined>;
  /** One that waits for its decision. */
  findPending(userCodeHash: Buffer): Promise<PendingDevice | undefined>;
  /** False when there is nothing (any more) to decide. */
  /** False for a code that cannot be approved, and when the session that approves it has ended. */
  approve(
    userCodeHash: Buffer,
    userId: UserId,
    organizationId: OrganizationId,
    session?: SessionId,
  ): Promise<boolean>;
  deny(userCodeHash: Buffer, userId: UserId): Promise<boolean>;
};

export type RefreshState = Grant & {
  rotates: boolean;
  /** Neither revoked nor expired, of a client that still exists. */
  valid: boolean;
  /** Traded for another before. */
  used: boolean;
  useIsDue: boolean;
};

export type Device = {
  id: GrantId;
  clientId: string;
  clientName: string;
  userId: UserId;
  userEmail: string;
  createdAt: Date;
  lastUsedAt: Date;
};

export type Grants = {
  findByRefreshToken(tokenHash: Buffer): Promise<RefreshState | undefined>;
  /** Notes the use and moves the idle expiry, beside the call. */
  noteUse(grant: Grant, tokenHash: Buffer, lifetimes: RefreshLifetimes): void;
  /** Trades a refresh token for the next. False when another call was faster. */
  rotate(tokenHash: Buffer, nextTokenHash: Buffer, lifetimes: RefreshLifetimes): Promise<boolean>;
  revoke(id: GrantId): Promise<void>;
  /** `onlyOf` restricts to the grants of one user. */
  list(
    organizationId: OrganizationId,
    onlyOf: UserId | undefined,
    page: Page,
  ): Promise<{ entries: Device[]; total: number }>;
  revokeIn(
    organizationId: OrganizationId,
    onlyOf: UserId | undefined,
    id: GrantId,
    by: UserId,
  ): Promise<boolean>;
  /** Who calls with each of these grants; one that gives no rights any more is left out. */
  principals(ids: string[]): Promise<Map<string, Principal>>;
};

export type StoredKey = { id: string; privateJwk: Record<string, unknown>; retired: boolean };

export type SigningKeys = {
  /** Newest first: those that sign or still verify. */
  list(): Promise<StoredKey[]>;
  /** The first key, when there is none. Several processes may do so at once. */
  addFirst(id: string, privateJwk: object): Promise<void>;
  /** From now on this key signs; the others verify for so long. */
  rotate(id: string, privateJwk: object, overlapSeconds: number): Promise<void>;
};
