import { type Run, statement } from '../connection/database.ts';

const LATEST = statement<{ at: string | null; ageMs: number }>(`
  select max(finished_at)::text as at, extract(epoch from now() - max(finished_at))::double precision * 1000 as "ageMs"
  from erasures where kind <> 'person'`);

/** The newest deletion on request: when it was finished, and how long ago by the clock of the database. */
export const latestErasure = async (run: Run): Promise<{ at: string; ageMs: number } | undefined> => {
  const [row] = await run(LATEST, []);
  return row?.at ? { at: row.at, ageMs: row.ageMs } : undefined;
};
