import { statement } from '../connection/database.ts';

/** Lets the rest of the transaction change tables that are append-only otherwise. */
export const ALLOW_ERASING = statement("select set_config('darkroom.erasing', 'on', true)");
