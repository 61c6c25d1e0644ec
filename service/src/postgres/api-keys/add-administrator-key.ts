import { uuidv7 } from 'uuidv7';
import type { FirstStartStores } from '../../ports/first-start.ts';
import { type Run, statement } from '../database.ts';

// A key that was revoked stays revoked, although the settings still name it. Only a valid key replaces others: a start
// with a revoked one must not leave the installation without any.
const ADD_ADMINISTRATOR_KEY = statement<{ valid: boolean }>(`
  with added as (
    insert into api_keys (id, organization_id, user_id, name, role, platform_administrator, key_hash)
    values ($1, $2, $3, $4, 'owner', true, $5)
    on conflict (key_hash) do nothing
    returning id
  ), valid as (
    select id from added union all select id from api_keys where key_hash = $5 and revoked_at is null
  ), replaced as (
    update api_keys set revoked_at = now()
    where platform_administrator and name = any ($6) and key_hash <> $5 and revoked_at is null
      and exists (select from valid)
    returning *
  ), audit as (
    insert into audit_log (organization_id, user_id, action, subject, detail)
    select organization_id, $3, 'key.revoke', id, jsonb_build_object('name', name) from replaced
  )
  select exists (select from valid) as valid`);

export const addAdministratorKey =
  (run: Run): FirstStartStores['addAdministratorKey'] =>
  async ({ organizationId, userId, name, secretHash }, replaces) => {
    const values = [uuidv7(), organizationId, userId, name, secretHash, replaces];
    return (await run(ADD_ADMINISTRATOR_KEY, values))[0]!.valid;
  };
