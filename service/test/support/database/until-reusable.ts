import { type Database, statement } from '../../../src/postgres/connection/database.ts';
import { until } from '../until.ts';

const REUSABLE = statement(`
  select from executions e join reusable_results r on r.organization_id = e.organization_id and r.hash = e.result_hash
  where e.id = $1::uuid`);

/** Returns when later executions can reuse the result of this one, which is a moment after it has completed. */
export const untilReusable = ({ run }: Database, execution: string) =>
  until('the result can be reused', 10_000, async () => (await run(REUSABLE, [execution])).length > 0);
