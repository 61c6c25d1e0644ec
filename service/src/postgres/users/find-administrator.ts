import type { Administrator, FirstStartStores } from '../../ports/first-start.ts';
import { type Run, statement } from '../database.ts';

const FIND_ADMINISTRATOR = statement<Administrator>(`
  select account.id as "userId", account.email, organization.id as "organizationId"
  from users account, organizations organization
  where account.platform_administrator
  order by account.created_at, account.id, organization.created_at, organization.id
  limit 1`);

/** The first administrator and the first organization. */
export const findAdministrator =
  (run: Run): FirstStartStores['findAdministrator'] =>
  async () =>
    (await run(FIND_ADMINISTRATOR, []))[0];
