import { statement } from './database.ts';
import { FORGET_OLD_KEYS } from './executions/idempotency-keys.ts';

/** Removes what has no meaning any more. Each is short, and may be done by several processes at once. */
export const TIDY_UP = [
  FORGET_OLD_KEYS,
  statement(`delete from attempts where latest_at < now() - interval '1 hour'`),
  statement(`delete from device_codes where expires_at < now() - interval '1 day'`),
  statement(`delete from sessions where expires_at < now() - interval '30 days'`),
  statement(`delete from password_resets where expires_at < now() - interval '30 days'`),
  statement(`delete from refresh_tokens where expires_at < now() - interval '30 days'`),
];
