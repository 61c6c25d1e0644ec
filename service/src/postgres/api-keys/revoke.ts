import type { ApiKeys } from '../../ports/organizations.ts';
import { type Run, statement } from '../database.ts';

const REVOKE = statement<{ revoked: true }>(`
  update api_keys set revoked_at = now()
  where organization_id = $1 and id = $2 and revoked_at is null
  returning true as revoked`);

export const revoke =
  (run: Run): ApiKeys['revoke'] =>
  async (id, key) =>
    (await run(REVOKE, [id, key])).length > 0;
