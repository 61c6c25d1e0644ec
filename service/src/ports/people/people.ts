import type { InvitationId, OrganizationId, SessionId, UserId } from '../../domain/ids.ts';
import type { Principal } from '../../domain/people/principal.ts';
import type { Role } from '../../domain/people/rights.ts';
import type { Page } from '../executions.ts';
import type { ExternalIdentity } from './external-sign-in.ts';

type User = { id: UserId; email: string; name: string; platformAdministrator: boolean };
/** A user with the password hash. The hash is null for a user who signs in only through a provider. */
export type Account = User & { passwordHash: string | null };

export type Users = {
  find(id: UserId): Promise<Account | undefined>;
  /** `knownAddress`: whether the account was signed in from this address before. */
  findByEmail(email: string, address: string): Promise<(Account & { knownAddress: boolean }) | undefined>;
  rename(id: UserId, name: string): Promise<void>;
  /** Replaces a password hash by a stronger hash of the same password. */
  rehash(id: UserId, before: string, after: string): Promise<void>;
  /**
   * Replaces the hash `before` by `after`. Ends every grant and every session except `keep`, and revokes API
   * keys when asked to. False when `before` is no longer the hash of the password.
   */
  changePassword(
    id: UserId,
    before: string,
    after: string,
    options: { keep: SessionId; revokeApiKeys: boolean },
  ): Promise<boolean>;
  /** False when the user may not act for the organization. */
  selectOrganization(id: UserId, organizationId: OrganizationId): Promise<boolean>;
  organizations(id: UserId): Promise<OrganizationOfUser[]>;
  /** Writes all that is stored about the person, as JSON. One export at a time: each reads whole tables. */
  exportData(id: UserId, write: (text: string) => Promise<unknown>): Promise<void>;
};

export type OrganizationOfUser = { id: OrganizationId; name: string; role: Role };

type NewSession = {
  userId: UserId;
  tokenHash: Buffer;
  address: string;
  lifetimeSeconds: number;
  /** The token hash of the browser's previous session, which ends. */
  replaces: Buffer | undefined;
  /** The hash that the password was verified against; undefined when the user signed in without a password. */
  passwordHash: string | undefined;
};

/** `replacedOf`: the user of the browser's previous session, if that was still valid. */
export type SessionBegun = { replacedOf: UserId | null };

export type Sessions = {
  /** Undefined when the password was changed or removed since it was verified. */
  begin(session: NewSession): Promise<SessionBegun | undefined>;
  end(id: SessionId): Promise<void>;
  endAll(userId: UserId): Promise<void>;
  /** The principal of each token hash (in hexadecimal). A hash without a valid session is left out. */
  principals(tokenHashes: string[]): Promise<Map<string, Principal>>;
};

/**
 * A limit on sign-in attempts. The first `free` attempts within the window are not delayed. Each further one
 * must wait for a pause, which doubles up to `longestPauseSeconds`; if that is `window`, it must wait until
 * an earlier attempt leaves the window.
 */
export type SignInAttemptPolicy = {
  windowSeconds: number;
  free: number;
  longestPauseSeconds: number | 'window';
};
type SignInAttemptBegun = { allowed: true; at: string } | { allowed: false; retryAfterSeconds: number };

/** Counts wrong passwords and device codes. These attempts have nothing to do with those of an execution. */
export type SignInAttempts = {
  /** Counts an attempt before its outcome is known, so that parallel attempts cannot exceed the limit. */
  begin(subject: string, policy: SignInAttemptPolicy): Promise<SignInAttemptBegun>;
  /** Removes one attempt from the count, or all of them. */
  forgive(subject: string, at: string | 'all'): Promise<void>;
};

export type Invitation = {
  id: InvitationId;
  email: string;
  role: Role;
  createdAt: Date;
  expiresAt: Date;
};
type NewInvitation = {
  organizationId: OrganizationId;
  email: string;
  role: Role;
  tokenHash: Buffer;
  lifetimeSeconds: number;
  by: UserId;
};
export type OpenInvitation = {
  organizationId: OrganizationId;
  organizationName: string;
  email: string;
  role: Role;
  hasAccount: boolean;
};

/**
 * `over`: the invitation was accepted, revoked or has expired. `password_changed`: the password has changed since it
 * was checked.
 */
type Acceptance = 'accepted' | 'over' | 'password_changed';

export type Invitations = {
  /** Replaces an open invitation to the same address. Undefined when that user is already a member. */
  create(invitation: NewInvitation): Promise<Invitation | undefined>;
  list(organizationId: OrganizationId, page: Page): Promise<{ entries: Invitation[]; total: number }>;
  revoke(organizationId: OrganizationId, id: InvitationId, by: UserId): Promise<boolean>;
  findOpen(tokenHash: Buffer): Promise<OpenInvitation | undefined>;
  /**
   * Accepts the invitation for an account whose password was checked. Changes nothing unless it returns
   * `accepted`.
   */
  accept(tokenHash: Buffer, account: { id: UserId; passwordHash: string }): Promise<Acceptance>;
  /** Creates the account and accepts the invitation; returns the new user's id. */
  acceptAsNew(tokenHash: Buffer, name: string, passwordHash: string): Promise<UserId | undefined>;
};

export type PasswordResets = {
  create(reset: {
    tokenHash: Buffer;
    userId: UserId;
    organizationId: OrganizationId;
    by: UserId;
    lifetimeSeconds: number;
  }): Promise<Date>;
  /**
   * Sets the password and ends every session and grant. It revokes API keys when asked to, and always when another user
   * created the link. Undefined when the link is not valid.
   */
  redeem(tokenHash: Buffer, passwordHash: string, revokeApiKeys: boolean): Promise<UserId | undefined>;
  isValid(tokenHash: Buffer): Promise<boolean>;
};

/** The members of one organization, under a lock: no other transaction can change them. */
export type LockedMembers = {
  roleOf(userId: UserId): Promise<Role | undefined>;
  owners(): Promise<number>;
  setRole(userId: UserId, role: Role, by: UserId): Promise<void>;
  /** Removes the member, and ends the user's grants and API keys in the organization. */
  remove(userId: UserId, by: UserId): Promise<void>;
};

export type Members = {
  locked<Result>(
    organizationId: OrganizationId,
    work: (members: LockedMembers) => Promise<Result>,
  ): Promise<Result>;
  /** The facts that decide whether another user may reset this user's password. */
  standing(
    organizationId: OrganizationId,
    userId: UserId,
  ): Promise<
    { email: string; role: Role; platformAdministrator: boolean; organizations: number } | undefined
  >;
};

export type AuditEntry = {
  id: string;
  at: Date;
  userId: UserId | null;
  userEmail: string | null;
  action: string;
  subject: string;
  /** The file name of an execution, or the name of a batch. Null for other subjects and for deleted ones. */
  subjectName: string | null;
  detail: Record<string, unknown>;
};

/** `action` is a whole action such as `key.create`, or its first part such as `key`. */
export type AuditFilter = {
  action?: string | undefined;
  user?: UserId | undefined;
  createdAfter?: string | undefined;
  createdBefore?: string | undefined;
};

export type AuditLog = {
  list(
    organizationId: OrganizationId,
    page: Page,
    filter?: AuditFilter,
  ): Promise<{ entries: AuditEntry[]; total: number }>;
};

/** `unknown`: there is no such account. `last`: the last administrator cannot be removed. */
export type AdministratorChange = 'changed' | 'unchanged' | 'unknown' | 'last';

/** The platform administrators. */
export type Administrators = {
  list(): Promise<{ email: string; name: string }[]>;
  add(email: string): Promise<AdministratorChange>;
  remove(email: string): Promise<AdministratorChange>;
};

export type Identities = {
  /**
   * Finds the user of an external identity. A verified e-mail address links the identity to an existing
   * account or an invitation. `accessEnded`: this sign-in was the first to prove the address of the account,
   * so it ended the account's password, sessions, grants and API keys.
   */
  signIn(identity: ExternalIdentity): Promise<{ userId: UserId; accessEnded: boolean } | undefined>;
};

export type Mail = { send(to: string, subject: string, text: string): Promise<void> };
