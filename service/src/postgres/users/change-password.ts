import type { Users } from '../../ports/people.ts';
import { type Run, statement } from '../database.ts';
import { endAccess, endKeys } from './end-access.ts';

// Only the password that was verified is replaced: it may have been changed or ended meanwhile.
const CHANGE_PASSWORD = statement<{ id: string }>(`
  with account as (
    update users set password_hash = $3 where id = $1 and password_hash = $2 returning id
  ), ${endAccess('account', '$4::uuid')}, ${endKeys('account', '$5::boolean')}, ended_resets as (
    update password_resets set used_at = now() from account where user_id = account.id and used_at is null
  ), audit as (
    insert into audit_log (organization_id, user_id, action, subject)
    select organization_id, account.id, 'password.change', account.id
    from account join memberships on user_id = account.id
  )
  select id from account`);

export const changePassword =
  (run: Run): Users['changePassword'] =>
  async (id, before, after, { keep, revokeApiKeys }) =>
    (await run(CHANGE_PASSWORD, [id, before, after, keep, revokeApiKeys])).length > 0;
