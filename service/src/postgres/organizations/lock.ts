import { statement } from '../database.ts';

/** Changes of who belongs to an organization are made one after another. Held until the transaction ends. */
export const LOCK_ORGANIZATION = statement('select from organizations where id = $1 for no key update');
