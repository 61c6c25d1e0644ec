import type { Grants } from '../../ports/oauth.ts';
import { type Run, statement } from '../database.ts';

const NOTE_USE = statement(`
  with used as (
    update grants set last_used_at = now() where id = $1 and revoked_at is null returning expires_at
  )
  update refresh_tokens set expires_at = least(now() + $3 * interval '1 second', used.expires_at)
  from used where token_hash = $2`);

/** Beside the call, never in its way: when it fails, the next use notes it. */
export const noteUse =
  (run: Run): Grants['noteUse'] =>
  ({ id }, tokenHash, { idleSeconds }) => {
    run(NOTE_USE, [id, tokenHash, idleSeconds]).catch(() => {});
  };
