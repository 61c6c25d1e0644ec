import type { Administrators } from '../../ports/people.ts';
import type { Database } from '../database.ts';
import { change } from './change.ts';
import { list } from './list.ts';

export const administratorsIn = ({ run }: Database): Administrators => ({
  list: list(run),
  add: (email) => change(run)(email, true),
  remove: (email) => change(run)(email, false),
});
