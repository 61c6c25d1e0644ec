import type { OAuthClients } from '../../ports/oauth.ts';
import type { Database } from '../database.ts';
import { ensure } from './ensure.ts';
import { find } from './find.ts';
import { list } from './list.ts';
import { register } from './register.ts';
import { remove } from './remove.ts';

export const oauthClientsIn = ({ run }: Database): OAuthClients => ({
  find: find(run),
  list: list(run),
  register: register(run),
  ensure: ensure(run),
  remove: remove(run),
});
