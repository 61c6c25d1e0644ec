import type { Members } from '../../ports/people.ts';
import type { Database } from '../database.ts';
import { locked } from './locked.ts';
import { standing } from './standing.ts';

export const membersIn = (database: Database): Members => ({
  locked: locked(database),
  standing: standing(database.run),
});
