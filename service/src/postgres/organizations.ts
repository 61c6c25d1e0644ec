import { randomBytes } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import { openReadThroughCache } from '../cache/cache.ts';
import { Refusal } from '../domain/errors.ts';
import type { OrganizationId } from '../domain/ids.ts';
import type {
  Organization,
  OrganizationLimits,
  OrganizationSettings,
  Organizations,
} from '../ports/people/organizations.ts';
import type { WebhookSecret } from '../ports/webhooks.ts';
import { type Database, type Run, statement } from './connection/database.ts';
import { type Listed, pageOf } from './connection/page-of.ts';

// One statement: an organization never exists without its account, its secret and its owner.
const CREATE = statement<Organization>(`
  with owner as (
    select id, email, name from users where id = $5
  ), organization as (
    insert into organizations (id, version, name, webhook_secret) select $1, $2, $3, $4 from owner
    returning id, version, name
  ), account as (
    insert into accounts (organization_id) select id from organization
  ), membership as (
    insert into memberships (organization_id, user_id, role)
    select organization.id, owner.id, 'owner' from organization, owner returning role
  )
  select organization.id, organization.version, organization.name, json_build_array(json_build_object(
    'userId', owner.id, 'email', owner.email, 'name', owner.name, 'role', membership.role)) as members
  from organization, owner, membership`);

export const create =
  (run: Run): Organizations['create'] =>
  async (name, owner) => {
    const [organization] = await run(CREATE, [uuidv7(), uuidv7(), name, newWebhookSecret(), owner]);
    if (!organization)
      throw new Refusal(
        'not_found',
        'The user who is to own the organization no longer exists. Sign in as another user.',
      );
    return organization;
  };

const newWebhookSecret = () => `whsec_${randomBytes(32).toString('base64')}`;

/** The settings that every call and every execution of an organization reads. */
type CachedSettings = { requestsPerMinute: number | null; reuseResults: boolean };

const FIND_CACHED_SETTINGS = statement<CachedSettings>(
  'select requests_per_minute as "requestsPerMinute", reuse_results as "reuseResults" from organizations where id = $1 and deleted_at is null',
);

const findCachedSettings = (run: Run) => async (id: OrganizationId) =>
  (await run(FIND_CACHED_SETTINGS, [id]))[0];

const MEMBERS = `(
  select coalesce(json_agg(json_build_object(
    'userId', member.id, 'email', member.email, 'name', member.name, 'role', membership.role)
    order by membership.role, lower(member.email)), '[]'::json)
  from memberships membership join users member on member.id = membership.user_id
  where membership.organization_id = organization.id) as members`;

const LIST = statement<Listed<Organization>>(`
  with seen as (select * from organizations where deleted_at is null and ($1::uuid[] is null or id = any ($1)))
  select counted.total, page.id, page.version, page.name, page.members
  from (select count(*) as total from seen) counted
  left join (
    select id, version, name, created_at, ${MEMBERS}
    from seen organization order by created_at desc, id desc limit $2 offset $3
  ) page on true
  order by page.created_at desc, page.id desc`);

const list =
  (run: Run): Organizations['list'] =>
  async (only, { limit, offset }) =>
    pageOf<Organization>(await run(LIST, [only ?? null, limit, offset]));

const FIND = statement<Organization>(
  `select id, version, name, ${MEMBERS} from organizations organization where id = $1 and deleted_at is null`,
);

const find =
  (run: Run): Organizations['find'] =>
  async (id) =>
    (await run(FIND, [id]))[0];

// Fields that are not in the change keep their values.
const CHANGE_LIMITS = statement(`
  with wanted as (
    select id,
      case when $2::jsonb ? 'requestsPerMinute' then ($2::jsonb ->> 'requestsPerMinute')::integer
        else requests_per_minute end as requests_per_minute,
      coalesce(($2::jsonb ->> 'belowCost')::boolean, below_cost) as below_cost
    from organizations where id = $1 for no key update
  ), changed as (
    update organizations organization
    set requests_per_minute = wanted.requests_per_minute, below_cost = wanted.below_cost, version = gen_random_uuid()
    from wanted
    where organization.id = wanted.id and (organization.requests_per_minute, organization.below_cost)
      is distinct from (wanted.requests_per_minute, wanted.below_cost)
    returning organization.id
  )
  insert into audit_log (organization_id, user_id, action, subject, detail)
  select id, $3, 'organization.limit', id, $2::jsonb from changed`);

const READ_LIMITS = statement<OrganizationLimits>(`
  select requests_per_minute as "requestsPerMinute", below_cost as "belowCost" from organizations where id = $1`);

const changeLimits =
  (run: Run): Organizations['changeLimits'] =>
  async (id, change, by) => {
    await run(CHANGE_LIMITS, [id, JSON.stringify(change), by]);
  };

const readLimits =
  (run: Run): Organizations['limits'] =>
  async (id) =>
    (await run(READ_LIMITS, [id]))[0];

/** Locks an organization until the transaction ends, so that changes of its members run one after another. */
export const LOCK_ORGANIZATION = statement('select from organizations where id = $1 for no key update');

const RENAME = statement(`
  with renamed as (
    update organizations set name = $2, version = $3 where id = $1 returning id
  )
  insert into audit_log (organization_id, user_id, action, subject, detail)
  select id, $4, 'organization.rename', id, jsonb_build_object('name', $2::text) from renamed`);

const rename =
  (run: Run): Organizations['rename'] =>
  async (id, name, by) => {
    await run(RENAME, [id, name, uuidv7(), by]);
  };

// Fields that are not in the change keep their values. `autoResume` applies to executions that are created after it
// was switched on.
const CHANGE_SETTINGS = statement(`
  with wanted as (
    select id, coalesce(($2::jsonb ->> 'reuseResults')::boolean, reuse_results) as reuse_results,
      case ($2::jsonb ->> 'autoResume')::boolean when true then coalesce(auto_resume_since, now())
        when false then null else auto_resume_since end as auto_resume_since,
      case when $2::jsonb ? 'creditsLowAt' then ($2::jsonb ->> 'creditsLowAt')::bigint else credits_low_at end
        as credits_low_at
    from organizations where id = $1 for no key update
  ), changed as (
    update organizations organization
    set reuse_results = wanted.reuse_results, auto_resume_since = wanted.auto_resume_since,
      credits_low_at = wanted.credits_low_at, version = gen_random_uuid()
    from wanted
    where organization.id = wanted.id
      and (organization.reuse_results, organization.auto_resume_since, organization.credits_low_at)
        is distinct from (wanted.reuse_results, wanted.auto_resume_since, wanted.credits_low_at)
    returning organization.id
  )
  insert into audit_log (organization_id, user_id, action, subject, detail)
  select id, $3, 'organization.configure', id, $2::jsonb from changed`);

const READ_SETTINGS = statement<OrganizationSettings>(`
  select reuse_results as "reuseResults", auto_resume_since is not null as "autoResume",
    credits_low_at as "creditsLowAt"
  from organizations where id = $1`);

const changeSettings =
  (run: Run): Organizations['changeSettings'] =>
  async (id, change, by) => {
    await run(CHANGE_SETTINGS, [id, JSON.stringify(change), by]);
  };

const readSettings =
  (run: Run): Organizations['settings'] =>
  async (id) =>
    (await run(READ_SETTINGS, [id]))[0];

const SECRET_COLUMNS = `webhook_secret as secret,
  case when previous_webhook_secret_until > now() then previous_webhook_secret_until end as "previousValidUntil"`;

const WEBHOOK_SECRET = statement<WebhookSecret>(`select ${SECRET_COLUMNS} from organizations where id = $1`);

const webhookSecret =
  (run: Run): Organizations['webhookSecret'] =>
  async (id) =>
    (await run(WEBHOOK_SECRET, [id]))[0];

const ROTATE_WEBHOOK_SECRET = statement<WebhookSecret>(`
  with rotated as (
    update organizations set webhook_secret = $2, previous_webhook_secret = webhook_secret,
      previous_webhook_secret_until = date_trunc('milliseconds', now()) + $3::double precision * interval '1 hour'
    where id = $1 returning *
  ), audited as (
    insert into audit_log (organization_id, user_id, action, subject, detail)
    select id, $4::uuid, 'webhook-secret.rotate', id, jsonb_build_object('overlapHours', $3::double precision)
    from rotated
  )
  select ${SECRET_COLUMNS} from rotated`);

const rotateWebhookSecret =
  (run: Run): Organizations['rotateWebhookSecret'] =>
  async (id, overlapHours, by) =>
    (await run(ROTATE_WEBHOOK_SECRET, [id, newWebhookSecret(), overlapHours, by]))[0];

// Every call reads these settings, so they are cached. A changed limit takes effect within this time.
const CACHE = { max: 10_000, maxAgeMs: 2_000 };

export const organizationsIn = ({ run }: Database): Organizations => {
  const cachedSettings = openReadThroughCache<OrganizationId, CachedSettings>(findCachedSettings(run), CACHE);
  const change = { settings: changeSettings(run), limits: changeLimits(run) };
  return {
    create: create(run),
    find: find(run),
    list: list(run),
    rename: rename(run),
    settings: readSettings(run),
    changeSettings: async (id, settings, by) => {
      await change.settings(id, settings, by);
      cachedSettings.forget(id);
    },
    limits: readLimits(run),
    changeLimits: async (id, limits, by) => {
      await change.limits(id, limits, by);
      cachedSettings.forget(id);
    },
    reusesResults: async (id) => (await cachedSettings.find(id))?.reuseResults ?? false,
    exists: async (id) => (await cachedSettings.find(id)) !== undefined,
    webhookSecret: webhookSecret(run),
    rotateWebhookSecret: rotateWebhookSecret(run),
    requestsPerMinute: async (id) => (await cachedSettings.find(id))?.requestsPerMinute ?? undefined,
  };
};
