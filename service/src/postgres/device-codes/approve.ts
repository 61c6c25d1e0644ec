import type { DeviceCodes } from '../../ports/oauth.ts';
import { type Run, statement } from '../database.ts';

// A user code is used once: what was decided stays so.
const APPROVE = statement<{ decided: true }>(`
  update device_codes set decision = 'approved', user_id = $2, organization_id = $3
  where user_code_hash = $1 and decision is null and expires_at > now()
    and exists (select from oauth_clients client where client.id = client_id and removed_at is null)
  returning true as decided`);

export const approve =
  (run: Run): DeviceCodes['approve'] =>
  async (userCodeHash, userId, organizationId) =>
    (await run(APPROVE, [userCodeHash, userId, organizationId])).length > 0;
