import { uuidv7 } from 'uuidv7';
import type { DeviceCodes, DevicePoll, Grant, PendingDevice } from '../../ports/people/oauth.ts';
import { type Database, type Run, statement } from '../connection/database.ts';
import { credentialIsValid, LOCK_USER } from './access.ts';
import { GRANT_COLUMNS } from './grants.ts';

const ADD = statement<{ added: true }>(`
  insert into device_codes (code_hash, user_code_hash, client_id, scope, requested_from, expires_at)
  values ($1, $2, $3, $4, $5, now() + $6 * interval '1 second')
  on conflict (user_code_hash) do nothing
  returning true as added`);

const add =
  (run: Run): DeviceCodes['add'] =>
  async ({ codeHash, userCodeHash, clientId, scope, requestedFrom, lifetimeSeconds }) => {
    const values = [codeHash, userCodeHash, clientId, scope, requestedFrom, lifetimeSeconds];
    return (await run(ADD, values)).length > 0;
  };

// A user code can be decided only once.
const APPROVE = statement<{ decided: true }>(`
  update device_codes set decision = 'approved', user_id = $2, organization_id = $3
  where user_code_hash = $1 and decision is null and expires_at > now()
    and exists (select from oauth_clients client where client.id = client_id and removed_at is null)
    and ${credentialIsValid('$4')}
  returning true as decided`);

const approve =
  ({ transaction }: Database): DeviceCodes['approve'] =>
  (userCodeHash, userId, organizationId, session) =>
    transaction(async (run) => {
      await run(LOCK_USER, [userId]);
      return (await run(APPROVE, [userCodeHash, userId, organizationId, session ?? null])).length > 0;
    });

const DENY = statement<{ decided: true }>(`
  update device_codes set decision = 'denied', user_id = $2
  where user_code_hash = $1 and decision is null and expires_at > now()
  returning true as decided`);

const deny =
  (run: Run): DeviceCodes['deny'] =>
  async (userCodeHash, userId) =>
    (await run(DENY, [userCodeHash, userId])).length > 0;

const FIND_PENDING = statement<PendingDevice>(`
  select code.client_id as "clientId", client.name as "clientName", code.requested_from as "requestedFrom",
    code.requested_at as "requestedAt", code.expires_at as "expiresAt"
  from device_codes code join oauth_clients client on client.id = code.client_id
  where code.user_code_hash = $1 and code.decision is null and code.expires_at > now() and client.removed_at is null`);

const findPending =
  (run: Run): DeviceCodes['findPending'] =>
  async (userCodeHash) =>
    (await run(FIND_PENDING, [userCodeHash]))[0];

const POLL = statement<DevicePoll>(`
  with asked as (
    select * from device_codes where code_hash = $1 and client_id = $2 for update
  ), noted as (
    update device_codes set polled_at = clock_timestamp() where code_hash = (select code_hash from asked)
  )
  select decision, redeemed_at is not null or expires_at <= now() as over,
    extract(epoch from clock_timestamp() - polled_at)::float8 as "secondsSincePoll"
  from asked`);

const poll =
  (run: Run): DeviceCodes['poll'] =>
  async (codeHash, clientId) =>
    (await run(POLL, [codeHash, clientId]))[0];

// One statement redeems the code and creates grant and refresh token. When several calls redeem at once, the others
// wait for the row lock and then find the code redeemed.
const REDEEM = statement<Grant>(`
  with redeemed as (
    update device_codes set redeemed_at = now()
    where code_hash = $1 and client_id = $2 and decision = 'approved' and redeemed_at is null and expires_at > now()
      and exists (select from oauth_clients where id = $2 and removed_at is null)
    returning client_id, user_id, organization_id, scope
  ), granted as (
    insert into grants (id, client_id, user_id, organization_id, scope, expires_at)
    select $3, client_id, user_id, organization_id, scope, now() + $6 * interval '1 second' from redeemed
    returning *
  ), token as (
    insert into refresh_tokens (token_hash, grant_id, expires_at)
    select $4, id, least(now() + $5 * interval '1 second', expires_at) from granted
  ), audit as (
    insert into audit_log (organization_id, user_id, action, subject, detail)
    select organization_id, user_id, 'device.connect', id, jsonb_build_object('clientId', client_id) from granted
  )
  select ${GRANT_COLUMNS} from granted`);

const redeem =
  (run: Run): DeviceCodes['redeem'] =>
  async (codeHash, clientId, refreshTokenHash, { idleSeconds, absoluteSeconds }) => {
    const values = [codeHash, clientId, uuidv7(), refreshTokenHash, idleSeconds, absoluteSeconds];
    return (await run(REDEEM, values))[0];
  };

export const deviceCodesIn = (database: Database): DeviceCodes => ({
  add: add(database.run),
  redeem: redeem(database.run),
  poll: poll(database.run),
  findPending: findPending(database.run),
  approve: approve(database),
  deny: deny(database.run),
});
