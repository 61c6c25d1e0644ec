import type { UserId } from '../../domain/ids.ts';
import { statement } from '../database.ts';

export const FIND = statement<{ userId: UserId }>(
  'select user_id as "userId" from identities where issuer = $1 and subject = $2',
);
