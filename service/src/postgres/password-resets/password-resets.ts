import type { PasswordResets } from '../../ports/people.ts';
import type { Database } from '../database.ts';
import { create } from './create.ts';
import { holds } from './holds.ts';
import { redeem } from './redeem.ts';

export const passwordResetsIn = (database: Database): PasswordResets => ({
  create: create(database.run),
  redeem: redeem(database),
  holds: holds(database.run),
});
