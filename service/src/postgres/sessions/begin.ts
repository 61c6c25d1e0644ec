import { uuidv7 } from 'uuidv7';
import type { Sessions } from '../../ports/people.ts';
import { type Run, statement } from '../database.ts';

// The lock makes this wait for a statement that is ending the sessions of this user.
const BEGIN = statement<{ begun: true }>(`
  with account as (
    select id from users where id = $3 and ($7::text is null or password_hash = $7) for share
  ), replaced as (
    update sessions set ended_at = now() where token_hash = $6 and ended_at is null
  )
  insert into sessions (id, token_hash, user_id, address, expires_at)
  select $1, $2, id, $4, now() + $5 * interval '1 second' from account
  returning true as begun`);

export const begin =
  (run: Run): Sessions['begin'] =>
  async ({ userId, tokenHash, address, lifetimeSeconds, replaces, passwordHash }) => {
    const values = [
      uuidv7(),
      tokenHash,
      userId,
      address,
      lifetimeSeconds,
      replaces ?? null,
      passwordHash ?? null,
    ];
    return (await run(BEGIN, values)).length > 0;
  };
