import { uuidv7 } from 'uuidv7';
import type { Sessions } from '../../ports/people.ts';
import { type Run, statement } from '../database.ts';

const BEGIN = statement(`
  with replaced as (
    update sessions set ended_at = now() where token_hash = $6 and ended_at is null
  )
  insert into sessions (id, token_hash, user_id, address, expires_at)
  values ($1, $2, $3, $4, now() + $5 * interval '1 second')`);

export const begin =
  (run: Run): Sessions['begin'] =>
  async ({ userId, tokenHash, address, lifetimeSeconds, replaces }) => {
    await run(BEGIN, [uuidv7(), tokenHash, userId, address, lifetimeSeconds, replaces ?? null]);
  };
