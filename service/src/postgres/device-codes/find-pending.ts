import type { DeviceCodes, PendingDevice } from '../../ports/oauth.ts';
import { type Run, statement } from '../database.ts';

const FIND_PENDING = statement<PendingDevice>(`
  select code.client_id as "clientId", client.name as "clientName", code.requested_from as "requestedFrom",
    code.requested_at as "requestedAt", code.expires_at as "expiresAt"
  from device_codes code join oauth_clients client on client.id = code.client_id
  where code.user_code_hash = $1 and code.decision is null and code.expires_at > now() and client.removed_at is null`);

export const findPending =
  (run: Run): DeviceCodes['findPending'] =>
  async (userCodeHash) =>
    (await run(FIND_PENDING, [userCodeHash]))[0];
