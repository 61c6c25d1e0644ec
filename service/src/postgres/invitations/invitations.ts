import type { Invitations } from '../../ports/people.ts';
import type { Database } from '../database.ts';
import { accept } from './accept.ts';
import { acceptAsNew } from './accept-as-new.ts';
import { create } from './create.ts';
import { findOpen } from './find-open.ts';
import { list } from './list.ts';
import { revoke } from './revoke.ts';

export const invitationsIn = (database: Database): Invitations => ({
  create: create(database),
  list: list(database.run),
  revoke: revoke(database.run),
  findOpen: findOpen(database.run),
  accept: accept(database),
  acceptAsNew: acceptAsNew(database),
});
