import type { OrganizationId } from '../../domain/ids.ts';
import { type Run, statement } from '../database.ts';

/** What is asked for with every call and every execution of an organization. */
export type AskedOften = { requestsPerMinute: number | null; reuseResults: boolean };

const FIND = statement<AskedOften>(
  'select requests_per_minute as "requestsPerMinute", reuse_results as "reuseResults" from organizations where id = $1',
);

export const findAskedOften = (run: Run) => async (id: OrganizationId) => (await run(FIND, [id]))[0];
