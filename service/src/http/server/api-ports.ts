import type { Config } from '../../config.ts';
import type { ContentHash, OrganizationId, UserId } from '../../domain/ids.ts';
import type { ImageLimits } from '../../domain/images/image-formats.ts';
import type { AccessTokens } from '../../operations/oauth/access-tokens.ts';
import type { Keyring } from '../../operations/oauth/keyring.ts';
import type { PasswordTurns } from '../../operations/people/password-turns.ts';
import type { Replays } from '../../operations/previews/replays.ts';
import type { Batches, BatchFeed } from '../../ports/batches.ts';
import type { Erasures } from '../../ports/erasures.ts';
import type { Executions, Intake, StatusFeed } from '../../ports/executions.ts';
import type { Images, Readmit } from '../../ports/images/images.ts';
import type { ObjectStore } from '../../ports/images/object-store.ts';
import type { PreviewReuse, Previews } from '../../ports/images/previews.ts';
import type { Thumbnails } from '../../ports/images/thumbnails.ts';
import type { Inspector, PreviewLane } from '../../ports/lanes.ts';
import type { ExternalSignIn } from '../../ports/people/external-sign-in.ts';
import type { NoticeChoices } from '../../ports/people/notices.ts';
import type { DeviceCodes, Grants, OAuthClients, RefreshLifetimes } from '../../ports/people/oauth.ts';
import type { ApiKeys, Credits, Organizations } from '../../ports/people/organizations.ts';
import type {
  AuditLog,
  Identities,
  Invitations,
  Mail,
  Members,
  PasswordResets,
  Sessions,
  SignInAttempts,
  Users,
} from '../../ports/people/people.ts';
import type { Queue } from '../../ports/queue.ts';
import type { ReportBroken, Retention } from '../../ports/retention.ts';
import type { QueueFeed, Review } from '../../ports/review.ts';
import type { Usage } from '../../ports/usage.ts';
import type { Deliveries, WebhookEndpoints } from '../../ports/webhooks.ts';
import type { Workflows } from '../../ports/workflows.ts';
import type { Authenticator } from '../authentication/authenticate.ts';

/** The ports that the routes need for people, sessions and connected apps. */
type IdentityPorts = {
  /** The address under which clients reach the service, without a trailing slash. */
  publicUrl(): string;
  oauthClients: OAuthClients;
  deviceCodes: DeviceCodes;
  grants: Grants;
  keyring: Keyring;
  accessTokens: AccessTokens;
  refreshLifetimes: RefreshLifetimes;
  users: Users;
  sessions: Sessions;
  sessionLifetimeSeconds: number;
  attempts: SignInAttempts;
  passwordTurns: PasswordTurns;
  invitations: Invitations;
  passwordResets: PasswordResets;
  members: Members;
  auditLog: AuditLog;
  mail: Mail;
  noticeChoices: NoticeChoices;
  identities: Identities;
  /** Undefined unless a provider is configured. */
  externalSignIn: ExternalSignIn | undefined;
  /** Drops this user's cached rights in this process; the database notifies the other processes. */
  forgetRights(userId: UserId): void;
};

type RequestLine = {
  request: string;
  method: string;
  route: string;
  params: unknown;
  status: number;
  ms: number;
  /** Why the request was answered with 5xx. */
  reason: string | undefined;
  organization: string | undefined;
};

/**
 * Every port that the routes need. `programs/serving/serve-api.ts` supplies the adapters; a test, only those it uses.
 */
export type ApiPorts = IdentityPorts & {
  config: Config;
  executions: Executions;
  queue: Queue;
  /** The worker of this process, if it runs one. */
  intake?: Intake | undefined;
  batches: Batches;
  batchFeed: BatchFeed;
  review: Review;
  queueFeed: QueueFeed;
  images: Images;
  readmit: Readmit;
  retention: Retention;
  erasures: Erasures;
  workflows: Workflows;
  organizations: Organizations;
  credits: Credits;
  usage: Usage;
  apiKeys: ApiKeys;
  webhookEndpoints: WebhookEndpoints;
  deliveries: Deliveries;
  objects: ObjectStore;
  inspector: Inspector;
  limits: ImageLimits;
  previews: Previews;
  replays: Replays;
  previewLane: PreviewLane;
  previewReuse: PreviewReuse;
  thumbnails: Thumbnails;
  statusFeed: StatusFeed;
  /** Downloads images and returns the hash of each under its given name. Rejects when any download fails. */
  fetchUploads(
    organizationId: OrganizationId,
    urls: Record<string, string>,
    signal: AbortSignal,
  ): Promise<Record<string, ContentHash>>;
  /** True when the host of this URL is an IP address that webhooks must not call. */
  isForbiddenUrl(url: URL): boolean;
  /** Rejects with an `unavailable` refusal while the database cannot be reached. */
  checkDatabase(): Promise<void>;
  /** Further authenticators, tried before API keys. */
  authenticators: Authenticator[];
  /** Reports an unexpected error to the operator; the caller only receives a 500. */
  reportError(error: unknown, context: { request: string; method: string; path: string }): void;
  reportBroken: ReportBroken;
  /** Writes a line about a finished request to the log. */
  reportRequest(request: RequestLine): void;
};
