import { type Run, statement } from '../connection/database.ts';
import { plannedEachTime } from './planned-each-time.ts';

const nextDueStatement = plannedEachTime<{ wait_ms: number | null }>(`
  select (extract(epoch from min(next_attempt_at) - now()) * 1000)::double precision as wait_ms
    from webhook_messages where outcome is null and next_attempt_at > now()`);

const IS_DUE = statement<{ due: boolean }>(`
  select exists (
    select from webhook_messages where outcome is null and next_attempt_at <= now()
      and (claimed_until is null or claimed_until <= now())
  ) as due`);

/** True when a message waits for a sender. */
export const isDue = async (run: Run): Promise<boolean> => (await run(IS_DUE, []))[0]?.due ?? false;

export const nextDueInMs = async (run: Run): Promise<number | undefined> => {
  const [row] = await run(nextDueStatement, []);
  return row?.wait_ms ?? undefined;
};
