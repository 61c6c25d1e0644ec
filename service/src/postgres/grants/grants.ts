import type { Grants } from '../../ports/oauth.ts';
import type { Database } from '../database.ts';
import { findByRefreshToken } from './find-by-refresh-token.ts';
import { list } from './list.ts';
import { noteUse } from './note-use.ts';
import { principals } from './principals.ts';
import { revoke } from './revoke.ts';
import { revokeIn } from './revoke-in.ts';
import { rotate } from './rotate.ts';

export const grantsIn = ({ run }: Database): Grants => ({
  findByRefreshToken: findByRefreshToken(run),
  noteUse: noteUse(run),
  rotate: rotate(run),
  revoke: revoke(run),
  list: list(run),
  revokeIn: revokeIn(run),
  principals: principals(run),
});
