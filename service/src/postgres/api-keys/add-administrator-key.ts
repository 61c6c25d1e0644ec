import { uuidv7 } from 'uuidv7';
import type { FirstStartStores } from '../../ports/first-start.ts';
import { type Run, statement } from '../database.ts';

// A key that was revoked stays revoked, although the settings still name it.
const ADD_ADMINISTRATOR_KEY = statement(`
  insert into api_keys (id, organization_id, user_id, name, role, platform_administrator, key_hash)
  values ($1, $2, $3, $4, 'owner', true, $5)
  on conflict (key_hash) do nothing`);

export const addAdministratorKey =
  (run: Run): FirstStartStores['addAdministratorKey'] =>
  async ({ organizationId, userId, name, secretHash }) => {
    await run(ADD_ADMINISTRATOR_KEY, [uuidv7(), organizationId, userId, name, secretHash]);
  };
