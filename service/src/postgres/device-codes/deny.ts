import type { DeviceCodes } from '../../ports/oauth.ts';
import { type Run, statement } from '../database.ts';

const DENY = statement<{ decided: true }>(`
  update device_codes set decision = 'denied', user_id = $2
  where user_code_hash = $1 and decision is null and expires_at > now()
  returning true as decided`);

export const deny =
  (run: Run): DeviceCodes['deny'] =>
  async (userCodeHash, userId) =>
    (await run(DENY, [userCodeHash, userId])).length > 0;
