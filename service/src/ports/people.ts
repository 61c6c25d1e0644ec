import type { InvitationId, OrganizationId, SessionId, UserId } from '../domain/ids.ts';
import type { Principal } from '../domain/people/principal.ts';
import type { Role } from '../domain/people/rights.ts';
import type { Page } from './executions.ts';
import type { ExternalIdentity } from './external-sign-in.ts';

export type User = { id: UserId; email: string; name: string; platformAdministrator: boolean };
/** The hash is null for someone who only signs in through a provider. */
export type Account = User & { passwordHash: string | null };

export type Users = {
  find(id: UserId): Promise<Account | undefined>;
  /** `knownAddress`: whether the account was signed in from this address before. */
  findByEmail(email: string, address: string): Promise<(Account & { knownAddress: boolean }) | undefined>;
  rename(id: UserId, name: string): Promise<void>;
  /** Replaces a hash by a stronger one of the same password. */
  rehash(id: UserId, before: string, after: string): Promise<void>;
  /**
   * Ends every grant and every session but the kept one, and API keys where that is asked for. False when `before` is
   * no longer the hash of the password.
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
};

export type OrganizationOfUser = { id: OrganizationId; name: string; role: Role };

export type NewSession = {
  userId: UserId;
  tokenHash: Buffer;
  address: string;
  lifetimeSeconds: number;
  /** The session that the browser had before, which ends. */
  replaces: Buffer | undefined;
  /** The hash that the password was verified against; undefined when the person is known by other means. */
  passwordHash: string | undefined;
};

export type Sessions = {
  /** False when the password has changed or ended since it was verified. */
  begin(session: NewSession): Promise<boolean>;
  end(id: SessionId): Promise<void>;
  endAll(userId: UserId): Promise<void>;
  /** Who calls with each of these hashes (in hexadecimal); one that holds no more is left out. */
  principals(tokenHashes: string[]): Promise<Map<string, Principal>>;
};

/** How often something may be tried: freely at first, then after growing pauses, or not at all. */
export type AttemptPolicy = { windowSeconds: number; free: number; longestPauseSeconds: number | 'window' };
export type AttemptBegun = { allowed: true; at: string } | { allowed: false; retryAfterSeconds: number };

export type Attempts = {
  /** Counts an attempt before its outcome is known, so that parallel ones cannot slip through. */
  begin(subject: string, policy: AttemptPolicy): Promise<AttemptBegun>;
  /** Takes one attempt back, or all of them. */
  forgive(subject: string, at: string | 'all'): Promise<void>;
};

export type Invitation = {
  id: InvitationId;
  email: string;
  role: Role;
  createdAt: Date;
  expiresAt: Date;
};
export type NewInvitation = {
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

export type Invitations = {
  /** Replaces an open one to the same address. Undefined when that person is a member already. */
  create(invitation: NewInvitation): Promise<Invitation | undefined>;
  list(organizationId: OrganizationId, page: Page): Promise<{ entries: Invitation[]; total: number }>;
  revoke(organizationId: OrganizationId, id: InvitationId, by: UserId): Promise<boolean>;
  findOpen(tokenHash: Buffer): Promise<OpenInvitation | undefined>;
  /** False when it was accepted, revoked or expired meanwhile. */
  accept(tokenHash: Buffer, userId: UserId): Promise<boolean>;
  /** The new user's id. */
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
   * Sets the password and ends every session and grant. API keys end as well when that is asked for, and always when
   * someone else has made the link. Undefined when the link does not hold (any more).
   */
  redeem(tokenHash: Buffer, passwordHash: string, revokeApiKeys: boolean): Promise<UserId | undefined>;
  holds(tokenHash: Buffer): Promise<boolean>;
};

/** The members of one organization while nobody else changes them. */
export type LockedMembers = {
  roleOf(userId: UserId): Promise<Role | undefined>;
  owners(): Promise<number>;
  setRole(userId: UserId, role: Role, by: UserId): Promise<void>;
  /** Grants and API keys of that person in the organization end as well. */
  remove(userId: UserId, by: UserId): Promise<void>;
};

export type Members = {
  locked<Result>(
    organizationId: OrganizationId,
    work: (members: LockedMembers) => Promise<Result>,
  ): Promise<Result>;
  /** What decides whether someone else may reset this person's password. */
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
  detail: Record<string, unknown>;
};

export type AuditLog = {
  list(organizationId: OrganizationId, page: Page): Promise<{ entries: AuditEntry[]; total: number }>;
};

/** `unknown`: there is no such account. `last`: somebody must remain. */
export type AdministratorChange = 'changed' | 'unchanged' | 'unknown' | 'last';

/** Who administers the installation. */
export type Administrators = {
  list(): Promise<{ email: string; name: string }[]>;
  add(email: string): Promise<AdministratorChange>;
  remove(email: string): Promise<AdministratorChange>;
};

export type Identities = {
  /**
   * The user behind an external identity; a verified e-mail links one that is known or invited. The first proof of an
   * account's address ends its password, sessions, grants and API keys: `accessEnded`.
   */
  signIn(identity: ExternalIdentity): Promise<{ userId: UserId; accessEnded: boolean } | undefined>;
};

export type Mail = { send(to: string, subject: string, text: string): Promise<void> };
