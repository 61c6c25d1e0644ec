import { Refusal } from '../../domain/errors.ts';
import { CANCELED, type Execution } from '../../domain/executions/execution.ts';
import { type ExecutionEvent, statusesAllowing } from '../../domain/executions/execution-states.ts';
import type { ExecutionId, OrganizationId } from '../../domain/ids.ts';
import type { Executions } from '../../ports/executions.ts';
import { findExecution } from './find-execution.ts';

type World = { executions: Executions };

export const cancelExecution = (world: World, organizationId: OrganizationId, id: ExecutionId) =>
  decide(world, organizationId, id, 'cancel', () => world.executions.cancel(organizationId, id, CANCELED));

/**
 * Carries out a person's decision about an execution and returns the new record. Throws a conflict in other states.
 * `explain` may throw a better reason for a decision that was not carried out in a state that allows it.
 */
export const decide = async (
  world: World,
  organizationId: OrganizationId,
  id: ExecutionId,
  decision: Extract<ExecutionEvent, 'cancel' | 'approve' | 'reject' | 'redo'>,
  apply: () => Promise<boolean>,
  explain: (execution: Execution) => Promise<void> = async () => {},
): Promise<Execution> => {
  const done = await apply();
  const execution = await findExecution(world, organizationId, id);
  if (done) return execution;
  const states = statusesAllowing(decision);
  if (states.includes(execution.status)) await explain(execution);
  throw new Refusal(
    'conflict',
    `This execution is ${execution.status}, and the action needs one that is ${states.join(' or ')}. Check the status first.`,
  );
};
