import type { Grants } from '../../ports/oauth.ts';
import { type Run, statement } from '../database.ts';

const ROTATE = statement<{ rotated: true }>(`
  with used as (
    update refresh_tokens set used_at = now()
    where token_hash = $1 and used_at is null and expires_at > now()
    returning grant_id
  ), given as (
    update grants set last_used_at = now() from used where id = used.grant_id and revoked_at is null
    returning id, expires_at
  )
  insert into refresh_tokens (token_hash, grant_id, expires_at)
  select $2, id, least(now() + $3 * interval '1 second', expires_at) from given
  returning true as rotated`);

export const rotate =
  (run: Run): Grants['rotate'] =>
  async (tokenHash, nextTokenHash, { idleSeconds }) =>
    (await run(ROTATE, [tokenHash, nextTokenHash, idleSeconds])).length > 0;
