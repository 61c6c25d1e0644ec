import type { SigningKeys } from '../../ports/oauth.ts';
import type { Database } from '../database.ts';
import { addFirst } from './add-first.ts';
import { list } from './list.ts';
import { rotate } from './rotate.ts';

export const signingKeysIn = (database: Database): SigningKeys => ({
  list: list(database.run),
  addFirst: addFirst(database),
  rotate: rotate(database.run),
});
