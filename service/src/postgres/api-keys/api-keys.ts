import type { ApiKeys } from '../../ports/organizations.ts';
import type { Database } from '../database.ts';
import { authenticate } from './authenticate.ts';
import { create } from './create.ts';
import { list } from './list.ts';
import { revoke } from './revoke.ts';

export const apiKeysIn = ({ run }: Database): ApiKeys => ({
  create: create(run),
  list: list(run),
  revoke: revoke(run),
  authenticate: authenticate(run),
});
