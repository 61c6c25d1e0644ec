import type { Run } from '../connection/database.ts';
import { plannedEachTime } from './planned-each-time.ts';

const nextDueStatement = plannedEachTime<{ wait_ms: number | null }>(`
  select (extract(epoch from min(next_attempt_at) - now()) * 1000)::double precision as wait_ms
    from webhook_messages where outcome is null and next_attempt_at > now()`);

export const nextDueInMs = async (run: Run): Promise<number | undefined> => {
  const [row] = await run(nextDueStatement, []);
  return row?.wait_ms ?? undefined;
};
