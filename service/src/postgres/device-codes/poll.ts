import type { DeviceCodes, DevicePoll } from '../../ports/oauth.ts';
import { type Run, statement } from '../database.ts';

const POLL = statement<DevicePoll>(`
  with asked as (
    select * from device_codes where code_hash = $1 and client_id = $2 for update
  ), noted as (
    update device_codes set polled_at = clock_timestamp() where code_hash = (select code_hash from asked)
  )
  select decision, redeemed_at is not null or expires_at <= now() as over,
    extract(epoch from clock_timestamp() - polled_at)::float8 as "secondsSincePoll"
  from asked`);

export const poll =
  (run: Run): DeviceCodes['poll'] =>
  async (codeHash, clientId) =>
    (await run(POLL, [codeHash, clientId]))[0];
