import type { Users } from '../../ports/people.ts';
import { type Run, statement } from '../database.ts';

// Only the hash that was verified is replaced: the password may have been changed meanwhile.
const REHASH = statement('update users set password_hash = $3 where id = $1 and password_hash = $2');

export const rehash =
  (run: Run): Users['rehash'] =>
  async (id, before, after) => {
    await run(REHASH, [id, before, after]);
  };
