import type { Users } from '../../ports/people.ts';
import { type Run, statement } from '../database.ts';
import { endAccess, endKeys } from './end-access.ts';

const CHANGE_PASSWORD = statement(`
  with account as (
    update users set password_hash = $2 where id = $1 returning id
  ), ${endAccess('account', '$3::uuid')}, ${endKeys('account', '$4::boolean')}, ended_resets as (
    update password_resets set used_at = now() from account where user_id = account.id and used_at is null
  )
  insert into audit_log (organization_id, user_id, action, subject)
  select organization_id, account.id, 'password.change', account.id
  from account join memberships on user_id = account.id`);

export const changePassword =
  (run: Run): Users['changePassword'] =>
  async (id, passwordHash, { keep, revokeApiKeys }) => {
    await run(CHANGE_PASSWORD, [id, passwordHash, keep, revokeApiKeys]);
  };
