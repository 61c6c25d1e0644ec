import type { GrantId, OrganizationId, SessionId, UserId } from '../../domain/ids.ts';
import type { Principal } from '../../domain/people/principal.ts';
import type { Page } from '../executions.ts';

export type OAuthClient = {
  id: string;
  name: string;
  rotateRefreshTokens: boolean;
  builtIn: boolean;
  createdAt: Date;
};
type NewOAuthClient = Pick<OAuthClient, 'id' | 'name' | 'rotateRefreshTokens'>;

/** The user who changes the installation, and the organization whose audit log records the change. */
type Actor = { userId: UserId; organizationId: OrganizationId };

export type OAuthClients = {
  find(id: string): Promise<OAuthClient | undefined>;
  list(page: Page): Promise<{ entries: OAuthClient[]; total: number }>;
  /** Undefined when the id is taken. */
  register(client: NewOAuthClient, by: Actor): Promise<OAuthClient | undefined>;
  /** Creates or overwrites these clients. */
  ensure(clients: NewOAuthClient[]): Promise<void>;
  /** Removes the client and its grants. False when there is no such client, or it is built in. */
  remove(id: string, by: Actor): Promise<boolean>;
};

/** The time after which an unused refresh token expires, and its longest total lifetime. */
export type RefreshLifetimes = { idleSeconds: number; absoluteSeconds: number };

export type Grant = {
  id: GrantId;
  clientId: string;
  userId: UserId;
  organizationId: OrganizationId;
  scope: string;
};

type NewDeviceCode = {
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
  /** Expired or redeemed: the device code can no longer be used. */
  over: boolean;
  secondsSincePoll: number | null;
};

export type DeviceCodes = {
  /** False when the user code is in use; the caller then draws another. */
  add(code: NewDeviceCode): Promise<boolean>;
  /** Redeems the code in one conditional statement: when several calls redeem it at once, only one gets the grant. */
  redeem(
    codeHash: Buffer,
    clientId: string,
    refreshTokenHash: Buffer,
    lifetimes: RefreshLifetimes,
  ): Promise<Grant | undefined>;
  /** Records that a device has polled. Undefined when the code is unknown or belongs to another client. */
  poll(codeHash: Buffer, clientId: string): Promise<DevicePoll | undefined>;
  /** Finds a device that waits for the user's decision. */
  findPending(userCodeHash: Buffer): Promise<PendingDevice | undefined>;
  /**
   * False when no device with this code waits for a decision, or when the session of the user who approves
   * has ended.
   */
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
  /** True when the grant is not revoked, neither grant nor token has expired, and the client still exists. */
  valid: boolean;
  /** True when the token was already exchanged for the next one. */
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
  /** Records that the grant was used, and extends the idle expiry of the refresh token. Works in the background. */
  recordUse(grant: Grant, tokenHash: Buffer, lifetimes: RefreshLifetimes): void;
  /** Exchanges a refresh token for the next. False when another call has already done so. */
  rotate(tokenHash: Buffer, nextTokenHash: Buffer, lifetimes: RefreshLifetimes): Promise<boolean>;
  revoke(id: GrantId): Promise<void>;
  /** `onlyOf` restricts the list to the grants of one user. */
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
  /** The principal of each grant. A grant that no longer gives rights is left out. */
  principals(ids: string[]): Promise<Map<string, Principal>>;
};

export type StoredKey = { id: string; privateJwk: Record<string, unknown>; retired: boolean };

export type SigningKeys = {
  /** The keys with which tokens are signed or still verified, newest first. */
  list(): Promise<StoredKey[]>;
  /** Adds the first key; does nothing when there is one. Several processes may call this at once. */
  addFirst(id: string, privateJwk: object): Promise<void>;
  /**
   * From now on, tokens are signed with this key. The other keys stay valid for verification for
   * `overlapSeconds` more.
   */
  rotate(id: string, privateJwk: object, overlapSeconds: number): Promise<void>;
};
