import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import ipaddr from 'ipaddr.js';
import { isClientId } from './domain/people/oauth.ts';
import { PASSWORD_EXPECTED, readNewPassword } from './domain/people/password-rule.ts';
import { MAX_RETENTION_DAYS } from './domain/retention.ts';
import {
  type EnlargerDeclaration,
  type ModelDeclaration,
  readEnlargerDeclaration,
  readModelDeclaration,
  SHIPPED_MODEL,
} from './matting/model/model-declaration.ts';

// This file is long on purpose: every setting is declared here once, and docs/configuration.md is generated from it.

/** Parses the text of a setting. `expects` completes the error message "... must be ...". */
type Kind<Value> = {
  expects: string;
  parse(text: string): Value | undefined;
  /** Names the wrong part of a long value, as a second sentence of the error message. */
  whyRefused?(text: string): string | undefined;
};

type Setting<Value> = {
  env: string;
  kind: Kind<Value>;
  fallback: Value;
  shown: string;
  sentence: string;
  /** A secret may be in a file instead, whose path is in the variable with the suffix `_FILE`. */
  isSecret?: true;
};

const text: Kind<string> = { expects: 'text', parse: (value) => value };

const oneLine = (min: number, expects: string): Kind<string | undefined> => ({
  expects,
  parse: (value) => (value.length >= min && /^[\x21-\x7e]+$/.test(value) ? value : undefined),
});

const newPassword: Kind<string | undefined> = { expects: PASSWORD_EXPECTED, parse: readNewPassword };

const whole = (min: number, max: number): Kind<number> => ({
  expects: `a whole number from ${min} to ${max}`,
  parse: (value) => {
    const number = Number(value);
    return /^\d+$/.test(value) && number >= min && number <= max ? number : undefined;
  },
});

const fraction: Kind<number> = {
  expects: 'a number from 0 to 1',
  parse: (value) => {
    const number = Number(value);
    return /^[\d.]+$/.test(value) && number >= 0 && number <= 1 ? number : undefined;
  },
};

const address = (protocols: string[]): Kind<string | undefined> => ({
  expects: `an address starting with ${protocols.map((name) => `${name}//`).join(' or ')}`,
  parse: (value) => (URL.canParse(value) && protocols.includes(new URL(value).protocol) ? value : undefined),
});

/** An address without a path: pages, cookies and the sign-in callback all start at the root of a host. */
const origin: Kind<string | undefined> = {
  expects: 'an address starting with http:// or https:// that ends with the host or port, without a path',
  parse: (value) => {
    const parsed = address(['http:', 'https:']).parse(value);
    if (parsed === undefined) return undefined;
    const url = new URL(parsed);
    return url.href.replace(/\/+$/, '') === url.origin ? url.origin : undefined;
  },
};

const bucket: Kind<{ bucket: string; prefix: string } | undefined> = {
  expects: 'an address such as s3://bucket/prefix',
  parse: (value) => {
    const found = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*))?$/.exec(value);
    const prefix = (found?.[2] ?? '').replace(/\/+$/, '');
    return found ? { bucket: found[1] as string, prefix: prefix ? `${prefix}/` : '' } : undefined;
  },
};

const LOG_LEVELS = ['debug', 'info', 'warn', 'error'] as const;
type LogLevel = (typeof LOG_LEVELS)[number];
const logLevel: Kind<LogLevel | undefined> = {
  expects: `one of ${LOG_LEVELS.join(', ')}`,
  parse: (value) => LOG_LEVELS.find((level) => level === value),
};

const flag: Kind<boolean> = {
  expects: 'true or false',
  parse: (value) => (value === 'true' ? true : value === 'false' ? false : undefined),
};

const folder: Kind<string> = { expects: 'a path', parse: (value) => resolve(value) };

const ranges: Kind<string[]> = {
  expects: 'addresses or ranges such as 10.0.0.0/8, separated by commas',
  parse: (value) => {
    const parts = value
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean);
    return parts.every((part) => ipaddr.isValid(part) || ipaddr.isValidCIDR(part)) ? parts : undefined;
  },
};

type OAuthClientSetting = { id: string; name: string; rotateRefreshTokens: boolean };

const oauthClients: Kind<OAuthClientSetting[]> = {
  expects: 'client ids separated by commas, or a JSON array of {"clientId", "name", "rotateRefreshTokens"}',
  parse: (value) => {
    const given = value.trim().startsWith('[')
      ? parseJsonArray(value)
      : value.split(',').map((id) => id.trim());
    const clients = given?.filter((one) => one !== '').map(readClient);
    return clients?.every((one) => one !== undefined) ? clients : undefined;
  },
};

const parseJsonArray = (value: string): unknown[] | undefined => {
  try {
    return JSON.parse(value) as unknown[];
  } catch {
    return undefined;
  }
};

const readClient = (given: unknown): OAuthClientSetting | undefined => {
  const { clientId, name, rotateRefreshTokens } = (
    typeof given === 'string' ? { clientId: given } : (given ?? {})
  ) as { clientId?: unknown; name?: unknown; rotateRefreshTokens?: unknown };
  if (typeof clientId !== 'string' || !isClientId(clientId)) return undefined;
  return {
    id: clientId,
    name: typeof name === 'string' && name !== '' ? name : clientId,
    rotateRefreshTokens: rotateRefreshTokens === true,
  };
};

const declarationOf = <Declaration>(
  last: string,
  read: (given: unknown) => { declaration: Declaration } | { wrong: string },
): Kind<Declaration | null | undefined> => ({
  expects: `none, or a JSON object with file, sha256, licence, size, layout, scale, mean, std and ${last}`,
  parse: (value) => {
    if (value === 'none') return null;
    const reading = read(jsonOf(value));
    return 'wrong' in reading ? undefined : reading.declaration;
  },
  whyRefused: (value) => {
    const reading = read(jsonOf(value));
    return 'wrong' in reading ? reading.wrong : undefined;
  },
});

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
const modelDeclaration = declarationOf<ModelDeclaration>('output', readModelDeclaration);
const enlargerDeclaration = declarationOf<EnlargerDeclaration>('factor', readEnlargerDeclaration);

const setting = <Value>(
  env: string,
  kind: Kind<Value>,
  fallback: Value,
  sentence: string,
  shown = String(fallback ?? 'unset'),
): Setting<Value> => ({ env, kind, fallback, sentence, shown });

const secret: typeof setting = (...args) => ({ ...setting(...args), isSecret: true });

const MiB = 1024 * 1024;
const DAY_SECONDS = 86_400;
const YEAR_SECONDS = 365 * DAY_SECONDS;
const GiB = 1024 * MiB;

/** Every setting of the service. `docs/configuration.md` is generated from this. */
export const SETTINGS = {
  host: setting('DARKROOM_HOST', text, '127.0.0.1', 'The address to listen on.'),
  port: setting('DARKROOM_PORT', whole(0, 65535), 8080, 'The port to listen on; 0 chooses a free one.'),
  publicUrl: setting(
    'DARKROOM_PUBLIC_URL',
    origin,
    undefined,
    'The address under which clients reach the service: a host of its own, without a path. Default: the address that it listens on.',
  ),
  dataDir: setting(
    'DARKROOM_DATA_DIR',
    folder,
    resolve('data'),
    'The folder for images, the embedded database and the first API key.',
    './data',
  ),
  databaseUrl: secret(
    'DATABASE_URL',
    address(['postgres:', 'postgresql:']),
    undefined,
    'The URL of your own PostgreSQL server (15 or later). Without it, an embedded server runs in the data folder.',
  ),
  lanes: setting(
    'DARKROOM_LANES',
    whole(1, 256),
    availableParallelism(),
    'Number of lanes: processes that work on images at the same time.',
    'one per core',
  ),
  lanesUser: setting(
    'DARKROOM_LANES_USER',
    oneLine(1, 'the name or number of a user'),
    undefined,
    'When started as root: the user, by name or number, under which the processes that open images run.',
    'a free user id',
  ),
  trustedProxies: setting(
    'DARKROOM_TRUSTED_PROXIES',
    ranges,
    [],
    "Addresses of proxies whose X-Forwarded-For header is trusted for the caller's address.",
    'none',
  ),
  adminEmail: setting(
    'DARKROOM_ADMIN_EMAIL',
    text,
    'admin@darkroom.local',
    "The administrator's e-mail address, used at the first start.",
  ),
  adminPassword: secret(
    'DARKROOM_ADMIN_PASSWORD',
    newPassword,
    undefined,
    "The administrator's password, used at the first start; generated and printed when unset.",
    'generated',
  ),
  apiKey: secret(
    'DARKROOM_API_KEY',
    oneLine(32, '32 or more printable characters without spaces'),
    undefined,
    "The administrator's API key; generated and stored in the data folder when unset. A start with another key revokes the previous one.",
    'generated',
  ),
  oauthClients: setting(
    'DARKROOM_OAUTH_CLIENTS',
    oauthClients,
    [],
    'Apps that may ask to be connected, besides the built-in darkroom-cli; registered at each start.',
    'none',
  ),
  tokenNamespace: setting(
    'DARKROOM_TOKEN_NAMESPACE',
    text as Kind<string | undefined>,
    undefined,
    'The prefix before /selectedOrganization in the name of the claim in access tokens.',
    'the public address',
  ),
  refreshIdleSeconds: setting(
    'DARKROOM_REFRESH_IDLE_SECONDS',
    whole(60, 10 * YEAR_SECONDS),
    90 * DAY_SECONDS,
    'How long a connected app may stay unused before it must be connected again.',
  ),
  refreshAbsoluteSeconds: setting(
    'DARKROOM_REFRESH_ABSOLUTE_SECONDS',
    whole(60, 10 * YEAR_SECONDS),
    YEAR_SECONDS,
    'How long an app stays connected at most.',
  ),
  sessionIdleSeconds: setting(
    'DARKROOM_SESSION_IDLE_SECONDS',
    whole(60, YEAR_SECONDS),
    7 * DAY_SECONDS,
    'How long a session of the console may stay unused before the person must sign in again.',
  ),
  sessionAbsoluteSeconds: setting(
    'DARKROOM_SESSION_ABSOLUTE_SECONDS',
    whole(60, YEAR_SECONDS),
    30 * DAY_SECONDS,
    'How long a person stays signed in at most.',
  ),
  oidcIssuer: setting(
    'DARKROOM_OIDC_ISSUER',
    address(['http:', 'https:']),
    undefined,
    'The address of an OpenID Connect provider through which people can sign in. Set DARKROOM_OIDC_CLIENT_ID as well.',
    'off',
  ),
  oidcClientId: setting(
    'DARKROOM_OIDC_CLIENT_ID',
    oneLine(1, 'printable characters without spaces'),
    undefined,
    'The client id of this service at the OpenID Connect provider.',
  ),
  oidcClientSecret: secret(
    'DARKROOM_OIDC_CLIENT_SECRET',
    oneLine(1, 'printable characters without spaces'),
    undefined,
    'The client secret of this service at the OpenID Connect provider, if the provider gave one.',
  ),
  oidcName: setting(
    'DARKROOM_OIDC_NAME',
    text,
    'Single sign-on',
    'The name of the OpenID Connect provider on the sign-in page.',
  ),
  smtpUrl: secret(
    'DARKROOM_SMTP_URL',
    address(['smtp:', 'smtps:']),
    undefined,
    'A mail server, such as smtps://user:password@mail.example.com. Without it, links are only shown, not sent.',
  ),
  mailFrom: setting(
    'DARKROOM_MAIL_FROM',
    text,
    'Darkroom <darkroom@localhost>',
    'The sender of mails, if a mail server is set.',
  ),
  maxImageBytes: setting(
    'DARKROOM_MAX_IMAGE_BYTES',
    whole(1, 2 * GiB),
    64 * MiB,
    'The largest accepted image file, in bytes.',
  ),
  maxImagePixels: setting(
    'DARKROOM_MAX_IMAGE_PIXELS',
    whole(1, 1_000_000_000),
    100_000_000,
    'The largest accepted image, in pixels.',
  ),
  maxHeifPixels: setting(
    'DARKROOM_MAX_HEIF_PIXELS',
    whole(1, 1_000_000_000),
    50_000_000,
    'The largest accepted AVIF or HEIC image, in pixels; small files of these formats can need much memory.',
  ),
  maxJsonBytes: setting(
    'DARKROOM_MAX_JSON_BYTES',
    whole(1024, 64 * MiB),
    MiB,
    'The largest accepted JSON body, in bytes.',
  ),
  slowAfterMs: setting(
    'DARKROOM_SLOW_AFTER_MS',
    whole(100, 3_600_000),
    30_000,
    'How long a client without a valid credential may take to send a request and to read the response. For a client with a credential, this is the time over which DARKROOM_MIN_BYTES_PER_SECOND is measured.',
  ),
  minBytesPerSecond: setting(
    'DARKROOM_MIN_BYTES_PER_SECOND',
    whole(0, GiB),
    1024,
    'The lowest rate, in bytes a second, at which a client with a credential may send a body or read a response. The service closes slower connections; 0 turns this off.',
  ),
  requestsPerMinute: setting(
    'DARKROOM_REQUESTS_PER_MINUTE',
    whole(1, 100_000_000),
    18_000,
    'Maximum number of requests a minute for each pair of organization and credential.',
  ),
  anonymousRequestsPerMinute: setting(
    'DARKROOM_ANONYMOUS_REQUESTS_PER_MINUTE',
    whole(1, 100_000_000),
    300,
    'Maximum number of requests a minute without a valid credential, for each address.',
  ),
  apiProcesses: setting(
    'DARKROOM_API_PROCESSES',
    whole(1, 10_000),
    1,
    'How many API processes run behind one load balancer. Each process counts its own requests and allows its share of the limits per minute, so that together they stay within the limits.',
  ),
  maxQueued: setting(
    'DARKROOM_MAX_QUEUED',
    whole(1, 1_000_000_000),
    1_000_000,
    'How many executions of one organization may be queued; further creates are answered with 503. They are counted once a second, so a burst can exceed the limit.',
  ),
  maxResultWaitMs: setting(
    'DARKROOM_MAX_RESULT_WAIT_MS',
    whole(1, 24 * 3_600_000),
    15 * 60_000,
    'How long the blocking download of a result waits before it answers with 503.',
  ),
  reviewQuietMs: setting(
    'DARKROOM_REVIEW_QUIET_MS',
    whole(0, 24 * 3_600_000),
    30_000,
    'How long a batch must have no queued or running executions before its last results form a smaller lot for acceptance sampling.',
  ),
  maxRedos: setting(
    'DARKROOM_MAX_REDOS',
    whole(0, 1000),
    3,
    'How many times reviewers may redo one execution with other settings.',
  ),
  laneDeadlineMs: setting(
    'DARKROOM_LANE_DEADLINE_MS',
    whole(100, 3_600_000),
    60_000,
    'How long one attempt at one image may take before its process is killed.',
  ),
  laneMemoryBytes: setting(
    'DARKROOM_LANE_MEMORY_BYTES',
    whole(16 * MiB, 1024 * GiB),
    GiB,
    'How much memory a lane may use beyond its idle size before it is killed.',
  ),
  laneJobs: setting(
    'DARKROOM_LANE_JOBS',
    whole(1, 1_000_000_000),
    2_000,
    'Number of images after which a lane is replaced by a new process.',
  ),
  model: setting(
    'DARKROOM_MODEL',
    modelDeclaration,
    SHIPPED_MODEL,
    'The neural network that finds objects for removing backgrounds: {file, sha256, licence, size, layout, scale, mean, std, output} as JSON, or none.',
    'U2-Net small',
  ),
  upscaleModel: setting(
    'DARKROOM_UPSCALE_MODEL',
    enlargerDeclaration,
    null,
    'The neural network that enlarges images, tile by tile, for the component upscale: {file, sha256, licence, size, factor, layout, scale, mean, std} as JSON, or none.',
    'none',
  ),
  modelDeadlineMs: setting(
    'DARKROOM_MODEL_DEADLINE_MS',
    whole(100, 3_600_000),
    30_000,
    'How long a model may take to load, and then for one image or tile, before its process is killed.',
  ),
  modelMemoryBytes: setting(
    'DARKROOM_MODEL_MEMORY_BYTES',
    whole(64 * MiB, 1024 * GiB),
    GiB,
    'How much memory the process of a model may use before it is killed.',
  ),
  previewsPerMinute: setting(
    'DARKROOM_PREVIEWS_PER_MINUTE',
    whole(1, 100_000_000),
    120,
    'Maximum number of previews of unsaved steps a minute for each organization, in addition to the limit of all requests.',
  ),
  previewDeadlineMs: setting(
    'DARKROOM_PREVIEW_DEADLINE_MS',
    whole(100, 3_600_000),
    30_000,
    'How long one preview, or one replay of an execution for its trace, may take before its process is killed.',
  ),
  maxWaitingPreviews: setting(
    'DARKROOM_MAX_WAITING_PREVIEWS',
    whole(1, 10_000),
    32,
    'How many previews of one organization may run or wait; further ones are answered with 503.',
  ),
  previewDays: setting(
    'DARKROOM_PREVIEW_DAYS',
    whole(0, 3650),
    7,
    'Number of days after the end of an execution in which the images of its steps can be seen; 0 turns them off.',
  ),
  previewReuseBytes: setting(
    'DARKROOM_PREVIEW_REUSE_BYTES',
    whole(0, Number.MAX_SAFE_INTEGER),
    256 * MiB,
    'Disk space, in bytes, for images that a preview of unsaved steps keeps for the next preview. They are deleted after half an hour without use.',
  ),
  reuseDays: setting(
    'DARKROOM_REUSE_DAYS',
    whole(0, 3650),
    30,
    'Number of days in which a result or an intermediate image is reused, if the organization has reuse turned on.',
  ),
  reuseBytes: setting(
    'DARKROOM_REUSE_BYTES',
    whole(0, Number.MAX_SAFE_INTEGER),
    2 * GiB,
    'How many bytes intermediate images that are kept for reuse may take on the disk.',
  ),
  reuseWorthMs: setting(
    'DARKROOM_REUSE_WORTH_MS',
    whole(0, 3_600_000),
    300,
    'How long steps must have taken for their intermediate image to be kept for reuse.',
  ),
  batchQuietMs: setting(
    'DARKROOM_BATCH_QUIET_MS',
    whole(0, 86_400_000),
    10_000,
    'How long a batch without `expected` must stay unchanged before it is completed, in milliseconds.',
  ),
  leaseMs: setting(
    'DARKROOM_LEASE_MS',
    whole(500, 3_600_000),
    15_000,
    'The lease of a worker: how long its heartbeat may be missing before other workers take over its executions.',
  ),
  shutdownMs: setting(
    'DARKROOM_SHUTDOWN_MS',
    whole(0, 600_000),
    20_000,
    'How long running work may take to finish when the service stops.',
  ),
  objects: setting<{ bucket: string; prefix: string } | undefined>(
    'DARKROOM_OBJECTS',
    bucket,
    undefined,
    'Where the images are kept: s3://bucket or s3://bucket/prefix, with region and credentials in the standard AWS variables. Unset: in the data folder.',
  ),
  s3Endpoint: setting(
    'DARKROOM_S3_ENDPOINT',
    address(['http:', 'https:']),
    undefined,
    'The address of an S3-compatible server other than AWS.',
  ),
  s3TimeoutMs: setting(
    'DARKROOM_S3_TIMEOUT_MS',
    whole(100, 600_000),
    20_000,
    'How long a call to S3 may stay silent. After that it counts as failed: a request is answered with 503, and work waits and tries again.',
  ),
  presignDownloads: setting(
    'DARKROOM_PRESIGN_DOWNLOADS',
    flag,
    false,
    'Whether a download by path is redirected to S3, with an address that is valid for 60 seconds, instead of being sent by the service: true or false.',
  ),
  objectCacheBytes: setting(
    'DARKROOM_OBJECT_CACHE_BYTES',
    whole(GiB, 1024 * GiB),
    10 * GiB,
    'How much disk space copies of objects from S3 may take on this machine.',
  ),
  drainMs: setting(
    'DARKROOM_DRAIN_MS',
    whole(0, 600_000),
    0,
    'How long the service still handles requests after a stop signal. During this time it reports that it is not ready, so that a load balancer stops sending requests.',
  ),
  operationsPort: setting<number | undefined>(
    'DARKROOM_OPERATIONS_PORT',
    whole(0, 65_535),
    undefined,
    'The port of /livez, /readyz and /metrics. Unset: they are off.',
  ),
  operationsHost: setting(
    'DARKROOM_OPERATIONS_HOST',
    text,
    '127.0.0.1',
    'The address on which /livez, /readyz and /metrics listen.',
  ),
  logLevel: setting<LogLevel | undefined>(
    'DARKROOM_LOG_LEVEL',
    logLevel,
    undefined,
    'The lowest level that is logged: debug, info (includes a line for each request), warn or error. Unset: warn on a terminal, otherwise info.',
  ),
  otlpEndpoint: setting(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    address(['http:', 'https:']),
    undefined,
    'An OpenTelemetry collector that takes traces by OTLP over HTTP, such as http://collector:4318. OTEL_EXPORTER_OTLP_HEADERS applies as well. Unset: no traces.',
  ),
  otelServiceName: setting('OTEL_SERVICE_NAME', text, 'darkroom', 'The name of this service in traces.'),
  traceRatio: setting(
    'OTEL_TRACES_SAMPLER_ARG',
    fraction,
    1,
    'The share of requests that are traced, among those whose caller sent no traceparent.',
  ),
  retentionInputDays: setting(
    'DARKROOM_RETENTION_INPUT_DAYS',
    whole(0, MAX_RETENTION_DAYS),
    0,
    'After how many days without use an input image is deleted, unless the organization has a rule of its own; 0: never.',
  ),
  retentionResultDays: setting(
    'DARKROOM_RETENTION_RESULT_DAYS',
    whole(0, MAX_RETENTION_DAYS),
    0,
    'After how many days a result is deleted, unless the organization has a rule of its own; 0: never.',
  ),
  retentionTraceDays: setting(
    'DARKROOM_RETENTION_TRACE_DAYS',
    whole(0, MAX_RETENTION_DAYS),
    0,
    'After how many days the trace of an execution is deleted, unless the organization has a rule of its own; 0: never.',
  ),
  retentionWebhookDays: setting(
    'DARKROOM_RETENTION_WEBHOOK_DAYS',
    whole(0, MAX_RETENTION_DAYS),
    0,
    'After how many days a webhook message and its attempts are deleted, unless the organization has a rule of its own; 0: never.',
  ),
  retentionAuditLogDays: setting(
    'DARKROOM_RETENTION_AUDIT_LOG_DAYS',
    whole(0, MAX_RETENTION_DAYS),
    0,
    'After how many days an entry of the audit log is deleted, unless the organization has a rule of its own; 0: never.',
  ),
  minFreeBytes: setting(
    'DARKROOM_MIN_FREE_BYTES',
    whole(0, 1024 * GiB),
    256 * MiB,
    'Free disk space below which uploads and creates are answered with 503.',
  ),
  thumbnailBytes: setting(
    'DARKROOM_THUMBNAIL_BYTES',
    whole(MiB, 1024 * GiB),
    512 * MiB,
    'How many bytes thumbnails may take in the data folder; the least recently used ones are deleted first.',
  ),
  databaseConnections: setting(
    'DARKROOM_DATABASE_CONNECTIONS',
    whole(4, 1000),
    12,
    'How many database connections one process may use.',
  ),
  egressAllow: setting(
    'DARKROOM_EGRESS_ALLOW',
    ranges,
    [],
    'Private addresses or ranges that webhooks and uploads from a URL may reach.',
    'none',
  ),
} satisfies Record<string, Setting<unknown>>;

export type Config = { [Name in keyof typeof SETTINGS]: (typeof SETTINGS)[Name]['fallback'] };

/** Says that a setting has a wrong value, and what it must be. The service then does not start. */
export class ConfigError extends Error {}

/** Reads every setting from the environment; an unset or empty variable gives the default. */
export const readConfig = (env: Record<string, string | undefined>): Config => {
  const config: Record<string, unknown> = {};
  for (const [name, setting] of Object.entries(SETTINGS)) {
    const { env: variable, kind, fallback } = setting;
    const given = env[variable] || ('isSecret' in setting ? readSecretFile(variable, env) : undefined);
    if (given === undefined || given === '') {
      config[name] = fallback;
      continue;
    }
    const value = kind.parse(given);
    if (value === undefined) {
      const reason = kind.whyRefused?.(given);
      throw new ConfigError(`${variable} must be ${kind.expects}.${reason ? ` ${reason}` : ''}`);
    }
    config[name] = value;
  }
  return config as Config;
};

/** Reads a secret from the file that the variable with the suffix `_FILE` names, as containers get their secrets. */
const readSecretFile = (variable: string, env: Record<string, string | undefined>): string | undefined => {
  const path = env[`${variable}_FILE`];
  if (!path) return undefined;
  try {
    // Editors end a file with a line break, which is not part of the secret.
    return readFileSync(path, 'utf8').replace(/\r?\n$/, '');
  } catch (cause) {
    throw new ConfigError(
      `${variable}_FILE must name a file that can be read (${(cause as Error).message}).`,
      {
        cause,
      },
    );
  }
};
