import { uuidv7 } from 'uuidv7';
import type { DeviceCodes, Grant } from '../../ports/oauth.ts';
import { type Run, statement } from '../database.ts';
import { GRANT_COLUMNS } from '../grants/grant-columns.ts';

// Code, grant and refresh token change hands in one statement: of several that redeem at once, the others wait for
// the row and then find it redeemed.
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

export const redeem =
  (run: Run): DeviceCodes['redeem'] =>
  async (codeHash, clientId, refreshTokenHash, { idleSeconds, absoluteSeconds }) => {
    const values = [codeHash, clientId, uuidv7(), refreshTokenHash, idleSeconds, absoluteSeconds];
    return (await run(REDEEM, values))[0];
  };
