import { Refusal } from '../../domain/errors.ts';
import { CANCELED, type Execution } from '../../domain/executions/execution.ts';
import { type ExecutionEvent, statusesAllowing } from '../../domain/executions/execution-states.ts';
import type { ExecutionId, OrganizationId } from '../../domain/ids.ts';
import type { Executions } from '../../ports/executions.ts';
import { findExecution } from './find-execution.ts';

type Ports = { executions: Executions };

export const cancelExecution = (ports: Ports, organizationId: OrganizationId, id: ExecutionId) =>
  decide(ports, organizationId, id, 'cancel', () => ports.executions.cancel(organizationId, id, CANCELED));

/**
 * Carries out a person's decision about an execution and returns the new record. Throws a conflict when the
 * execution's status does not allow the decision. When the status allows it but it was not carried out,
 * `explain` may throw an error with a better reason.
 */
export const decide = async (
  ports: Ports,
  organizationId: OrganizationId,
  id: ExecutionId,
  decision: Extract<ExecutionEvent, 'cancel' | 'approve' | 'reject' | 'redo'>,
  apply: () => Promise<boolean>,
  explain: (execution: Execution) => Promise<void> = async () => {},
): Promise<Execution> => {
  const done = await apply();
  const execution = await findExecution(ports, organizationId, id);
  if (done) return execution;
  const states = statusesAllowing(decision);
  if (states.includes(execution.status)) await explain(execution);
  throw new Refusal(
    'conflict',
    `This execution is ${execution.status}, and the action needs one that is ${states.join(' or ')}. Check the status first.`,
  );
};
