import type { Attempts } from '../../ports/people.ts';
import { type Run, statement } from '../database.ts';

const FORGIVE_ONE = statement(
  'update attempts set recent = array_remove(recent, $2::timestamptz) where subject = $1',
);
const FORGIVE_ALL = statement('delete from attempts where subject = $1');

export const forgive =
  (run: Run): Attempts['forgive'] =>
  async (subject, at) => {
    if (at === 'all') await run(FORGIVE_ALL, [subject]);
    else await run(FORGIVE_ONE, [subject, at]);
  };
