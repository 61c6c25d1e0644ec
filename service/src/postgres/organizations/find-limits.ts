import type { OrganizationId } from '../../domain/ids.ts';
import { type Run, statement } from '../database.ts';

/** What is asked for with every call and every execution of an organization. */
export type OrganizationLimits = { requestsPerMinute: number | null; reuseResults: boolean };

const FIND_LIMITS = statement<OrganizationLimits>(
  'select requests_per_minute as "requestsPerMinute", reuse_results as "reuseResults" from organizations where id = $1',
);

export const findLimits = (run: Run) => async (id: OrganizationId) => (await run(FIND_LIMITS, [id]))[0];
