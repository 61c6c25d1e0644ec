import type { Sessions } from '../../ports/people.ts';
import type { Database } from '../database.ts';
import { begin } from './begin.ts';
import { end, endAll } from './end.ts';
import { principals } from './principals.ts';

export const sessionsIn = ({ run }: Database, options: { idleSeconds: number }): Sessions => ({
  begin: begin(run),
  end: end(run),
  endAll: endAll(run),
  principals: principals(run, options.idleSeconds),
});
