import { statement } from '../database.ts';

/**
 * Locks a user until the transaction ends. Locks are taken in one order (organization, user, link), so that nobody waits
 * in a circle. The statement after this one sees everything that was committed before the lock was granted.
 */
export const LOCK_USER = statement('select from users where id = $1 for no key update');
