import { Refusal } from '../../domain/errors.ts';
import { CANCELED, type Execution } from '../../domain/executions/execution.ts';
import { type ExecutionEvent, statusesAllowing } from '../../domain/executions/execution-states.ts';
import type { ExecutionId, OrganizationId, UserId } from '../../domain/ids.ts';
import type { Executions } from '../../ports/executions.ts';
import { findExecution } from './find-execution.ts';

type World = { executions: Executions };
type Decision = Extract<ExecutionEvent, 'cancel' | 'approve' | 'reject'>;

export const cancelExecution = (world: World, organizationId: OrganizationId, id: ExecutionId) =>
  decide(world, organizationId, id, 'cancel', () =>
    world.executions.endAsFailed(organizationId, id, 'cancel', CANCELED),
  );

export const approveExecution = (world: World, organizationId: OrganizationId, id: ExecutionId, by: UserId) =>
  decide(world, organizationId, id, 'approve', () => world.executions.approve(organizationId, id, by));

export const rejectExecution = (
  world: World,
  organizationId: OrganizationId,
  id: ExecutionId,
  reason: string,
  by: UserId,
) =>
  decide(world, organizationId, id, 'reject', () =>
    world.executions.endAsFailed(
      organizationId,
      id,
      'reject',
      { code: 'qa_rejected', message: reason, component: null },
      by,
    ),
  );

/** Carries out a person's decision about an execution and returns the new record. Throws a conflict in other states. */
const decide = async (
  world: World,
  organizationId: OrganizationId,
  id: ExecutionId,
  decision: Decision,
  apply: () => Promise<boolean>,
): Promise<Execution> => {
  await findExecution(world, organizationId, id);
  const done = await apply();
  const execution = await findExecution(world, organizationId, id);
  if (done) return execution;
  const allowed = statusesAllowing(decision).join(' or ');
  throw new Refusal(
    'conflict',
    `Only an execution that is ${allowed} allows this; this one is ${execution.status}.`,
  );
};
