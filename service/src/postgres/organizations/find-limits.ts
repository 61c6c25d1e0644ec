import type { OrganizationId } from '../../domain/ids.ts';
import { type Run, statement } from '../database.ts';

/** What every call of an organization is measured by. */
export type OrganizationLimits = { requestsPerMinute: number | null };

const FIND_LIMITS = statement<OrganizationLimits>(
  'select requests_per_minute as "requestsPerMinute" from organizations where id = $1',
);

export const findLimits = (run: Run) => async (id: OrganizationId) => (await run(FIND_LIMITS, [id]))[0];
