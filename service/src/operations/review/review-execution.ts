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

type Ports = { executions: Executions; review: Review };
type RedoPorts = Ports & { workflows: Workflows; config: { laneDeadlineMs: number; maxRedos: number } };
type Act = { organizationId: OrganizationId; id: ExecutionId; by: Reviewer };

export const approveExecution = (
  ports: Ports,
  { organizationId, id, by }: Act,
  given: { comment?: string | undefined },
): Promise<Execution> =>
  decide(
    ports,
    organizationId,
    id,
    'approve',
    () => ports.review.approve(organizationId, id, by, given),
    explainLease(ports, organizationId),
  );

export const rejectExecution = async (
  ports: Ports,
  { organizationId, id, by }: Act,
  given: { reason: string; code?: string | undefined; markup?: Mark[] | undefined },
): Promise<Execution> => {
  await findExecution(ports, organizationId, id);
  if (given.code !== undefined) checkRejectCode(given.code, await ports.review.rejectCodes(organizationId));
  if (given.markup) checkMarkup(given.markup);
  return decide(
    ports,
    organizationId,
    id,
    'reject',
    () => ports.review.reject(organizationId, id, by, given),
    explainLease(ports, organizationId),
  );
};

/** Runs an execution that is in review again with other settings, at the same price. */
export const redoExecution = async (
  ports: RedoPorts,
  { organizationId, id, by }: Act,
  given: { settings: Settings; comment?: string | undefined },
): Promise<Execution> => {
  const execution = await findExecution(ports, organizationId, id);
  const { steps, inputs } = await ports.workflows.version(execution.workflowVersion);
  checkSettings(given.settings, steps, inputs);
  const changed = stepsWithSettings(steps, given.settings);
  checkTables(execution.inputs, changed);
  checkCost(changed, execution.inputs.default, ports.config.laneDeadlineMs);
  const { maxRedos } = ports.config;
  return decide(
    ports,
    organizationId,
    id,
    'redo',
    () => ports.review.redo(organizationId, id, by, { ...given, maxRedos }),
    async (current) => {
      if (current.redos >= maxRedos)
        throw new Refusal(
          'conflict',
          `The execution was already redone ${maxRedos} times. Approve or reject it.`,
        );
      await explainLease(ports, organizationId)(current);
    },
  );
};

const explainLease =
  ({ review }: Ports, organizationId: OrganizationId) =>
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
  ports: Ports,
  organizationId: OrganizationId,
  id: ExecutionId,
): Promise<DecisionRecord[]> => {
  await findExecution(ports, organizationId, id);
  return ports.review.decisions(organizationId, id);
};
