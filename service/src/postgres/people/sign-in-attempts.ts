import type { SignInAttempts } from '../../ports/people/people.ts';
import { type Database, type Run, statement } from '../connection/database.ts';

const RECENT = `select time from unnest(tried.recent) as time where time > clock_timestamp() - $2 * interval '1 second'`;
// The pause doubles with each attempt beyond the free ones.
const PAUSE = `case when $4::float8 is null then interval '1000 years'
  else least(power(2, least(count(*) - $3::int, 30)::float8), $4::float8) * interval '1 second' end`;

// One statement checks the limit and counts the attempt: its row lock makes parallel attempts wait for each other.
const BEGIN = statement<{ at: string }>(`
  insert into sign_in_attempts as tried (subject, recent) values ($1, array[clock_timestamp()])
  on conflict (subject) do update
    set recent = array(${RECENT} order by time) || clock_timestamp(), latest_at = now()
    where (select count(*) < $3::int or max(time) + ${PAUSE} <= clock_timestamp() from (${RECENT}) as recent)
  returning recent[cardinality(recent)]::text as at`);

const RETRY_AFTER = statement<{ seconds: number }>(`
  select extract(epoch from case when $4::float8 is null
      -- Wait until the oldest attempt that counts against the limit leaves the window.
      then (array_agg(time order by time desc))[$3::int] + $2 * interval '1 second'
      else max(time) + ${PAUSE} end - clock_timestamp())::float8 as seconds
  from sign_in_attempts tried, lateral (${RECENT}) as recent
  where subject = $1`);

const begin =
  (run: Run): SignInAttempts['begin'] =>
  async (subject, { windowSeconds, free, longestPauseSeconds }) => {
    const longest = longestPauseSeconds === 'window' ? null : longestPauseSeconds;
    const values = [subject, windowSeconds, free, longest];
    const [begun] = await run(BEGIN, values);
    if (begun) return { allowed: true, at: begun.at };
    const [wait] = await run(RETRY_AFTER, values);
    return { allowed: false, retryAfterSeconds: Math.max(1, Math.ceil(wait?.seconds ?? 1)) };
  };

const FORGIVE_ONE = statement(
  'update sign_in_attempts set recent = array_remove(recent, $2::timestamptz) where subject = $1',
);
const FORGIVE_ALL = statement('delete from sign_in_attempts where subject = $1');

const forgive =
  (run: Run): SignInAttempts['forgive'] =>
  async (subject, at) => {
    if (at === 'all') await run(FORGIVE_ALL, [subject]);
    else await run(FORGIVE_ONE, [subject, at]);
  };

export const signInAttemptsIn = ({ run }: Database): SignInAttempts => ({
  begin: begin(run),
  forgive: forgive(run),
});
