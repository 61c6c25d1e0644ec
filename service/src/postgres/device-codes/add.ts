import type { DeviceCodes } from '../../ports/oauth.ts';
import { type Run, statement } from '../database.ts';

const ADD = statement<{ added: true }>(`
  insert into device_codes (code_hash, user_code_hash, client_id, scope, requested_from, expires_at)
  values ($1, $2, $3, $4, $5, now() + $6 * interval '1 second')
  on conflict (user_code_hash) do nothing
  returning true as added`);

export const add =
  (run: Run): DeviceCodes['add'] =>
  async ({ codeHash, userCodeHash, clientId, scope, requestedFrom, lifetimeSeconds }) => {
    const values = [codeHash, userCodeHash, clientId, scope, requestedFrom, lifetimeSeconds];
    return (await run(ADD, values)).length > 0;
  };
