import type { Administrators } from '../../ports/people.ts';
import { type Run, statement } from '../database.ts';

const LIST = statement<{ email: string; name: string }>(`
  select email, name from users where platform_administrator order by created_at, id`);

export const list =
  (run: Run): Administrators['list'] =>
  () =>
    run(LIST, []);
