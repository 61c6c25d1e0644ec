import type { Users } from '../../ports/people.ts';
import { type Run, statement } from '../database.ts';

const RENAME = statement('update users set name = $2 where id = $1');

export const rename =
  (run: Run): Users['rename'] =>
  async (id, name) => {
    await run(RENAME, [id, name]);
  };
