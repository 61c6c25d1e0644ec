import type { UserId } from '../../domain/ids.ts';
import { statement } from '../database.ts';

export const LINK = statement<{ userId: UserId }>(`
  insert into identities (issuer, subject, user_id)
  select $1, $2, id from users where lower(email) = lower($3)
  returning user_id as "userId"`);
