import type { Sessions } from '../../ports/people.ts';
import { type Run, statement } from '../database.ts';

const END = statement('update sessions set ended_at = now() where id = $1 and ended_at is null');
const END_ALL = statement('update sessions set ended_at = now() where user_id = $1 and ended_at is null');

export const end =
  (run: Run): Sessions['end'] =>
  async (id) => {
    await run(END, [id]);
  };

export const endAll =
  (run: Run): Sessions['endAll'] =>
  async (userId) => {
    await run(END_ALL, [userId]);
  };
