import type { ExecutionId } from '../../../domain/ids.ts';
import { may } from '../../../domain/people/rights.ts';
import type { Caller } from '../../server/route.ts';

/** The description of the field `comment` in the bodies of decisions. */
export const COMMENT = { description: 'A comment for the people who read the decision' };

/** Identifies a decision: the execution, and the caller as its reviewer. */
export const decisionBy = ({ organizationId, principal, role }: Caller, id: ExecutionId) => ({
  organizationId,
  id,
  by: { userId: principal.userId, evenIfLeased: may(role, 'execution.review-leased') },
});
