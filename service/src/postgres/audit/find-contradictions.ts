import type { Books, Finding } from '../../ports/books.ts';
import { type Run, statement } from '../database.ts';
import { RULES } from './rules.ts';

const checks = Object.entries(RULES).map(
  ([rule, query]) => `select '${rule}' as rule, broken.id::text as id from (${query}) broken (id)`,
);

// One statement sees one moment, whatever is written meanwhile.
const FIND_CONTRADICTIONS = statement<Finding>(`
  select rule, count(*) as count, (array_agg(id order by id))[1:5] as sample
  from (${checks.join('\n  union all ')}) findings
  group by rule order by rule`);

export const findContradictions =
  (run: Run): Books['findContradictions'] =>
  () =>
    run(FIND_CONTRADICTIONS, []);
