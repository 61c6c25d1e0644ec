import { checkSettings } from '../../components/steps/check-steps.ts';
import { checkTables } from '../../components/steps/check-tables.ts';
import { Refusal } from '../../domain/errors.ts';
import type { Execution } from '../../domain/executions/execution.ts';
import type { ExecutionId, OrganizationId } from '../../domain/ids.ts';
import { checkMarkup, checkRejectCode, type Mark } from '../../domain/review/decision.ts';
import { type Settings, stepsWithSettings } from '../../domain/workflows/workflow.ts';
import type { Executions } from '../../ports/executions.ts';
import type { DecisionRecord, Review, Reviewer } from '../../ports/review.ts';
import type { Workflows } from '../../ports/workflows.ts';
import { checkCost } from '../executions/creating/check-cost.ts';
import { decide } from '../executions/decide-execution.ts';
import { findExecution } from '../executions/find-execution.ts';

type World = { executions: Executions; review: Review };
type RedoWorld = World & { workflows: Workflows; config: { laneDeadlineMs: number; maxRedos: number } };
type Act = { organizationId: OrganizationId; id: ExecutionId; by: Reviewer };

export const approveExecution = (
  world: World,
  { organizationId, id, by }: Act,
  given: { comment?: string | undefined },
): Promise<Execution> =>
  decide(
    world,
    organizationId,
    id,
    'approve',
    () => world.review.approve(organizationId, id, by, given),
    explainLease(world, organizationId),
  );

export const rejectExecution = async (
  world: World,
  { organizationId, id, by }: Act,
  given: { reason: string; code?: string | undefined; markup?: Mark[] | undefined },
): Promise<Execution> => {
  await findExecution(world, organizationId, id);
  if (given.code !== undefined) checkRejectCode(given.code, await world.review.rejectCodes(organizationId));
  if (given.markup) checkMarkup(given.markup);
  return decide(
    world,
    organizationId,
    id,
    'reject',
    () => world.review.reject(organizationId, id, by, given),
    explainLease(world, organizationId),
  );
};

/** Runs an execution that is in review again with other settings, at the same price. */
export const redoExecution = async (
  world: RedoWorld,
  { organizationId, id, by }: Act,
  given: { settings: Settings; comment?: string | undefined },
): Promise<Execution> => {
  const execution = await findExecution(world, organizationId, id);
  const { steps, inputs } = await world.workflows.version(execution.workflowVersion);
  checkSettings(given.settings, steps, inputs);
  const changed = stepsWithSettings(steps, given.settings);
  checkTables(execution.inputs, changed);
  checkCost(changed, execution.inputs.default, world.config.laneDeadlineMs);
  const { maxRedos } = world.config;
  return decide(
    world,
    organizationId,
    id,
    'redo',
    () => world.review.redo(organizationId, id, by, { ...given, maxRedos }),
    async (current) => {
      if (current.redos >= maxRedos)
        throw new Refusal(
          'conflict',
          `The execution was already redone ${maxRedos} times. Approve or reject it.`,
        );
      await explainLease(world, organizationId)(current);
    },
  );
};

const explainLease =
  ({ review }: World, organizationId: OrganizationId) =>
  async ({ id }: Execution): Promise<void> => {
    const lease = await review.leaseOf(organizationId, id);
    if (lease)
      throw new Refusal(
        'conflict',
        `${lease.name} is reviewing this result until ${lease.until.toISOString()}. Choose another one.`,
      );
  };

/**
 * The decisions that had an execution run again, oldest first. Most executions have none, and then no query
 * is made.
 */
export const earlierAttempts = async (
  { review }: { review: Review },
  { organizationId, id, redos }: Execution,
): Promise<DecisionRecord[]> =>
  redos === 0
    ? []
    : (await review.decisions(organizationId, id)).filter(({ decision }) => decision === 'redo');

export const decisionsOf = async (
  world: World,
  organizationId: OrganizationId,
  id: ExecutionId,
): Promise<DecisionRecord[]> => {
  await findExecution(world, organizationId, id);
  return world.review.decisions(organizationId, id);
};
