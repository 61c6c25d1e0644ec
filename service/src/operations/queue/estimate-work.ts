import { checkWorkflow } from '../../components/steps/check-workflow.ts';
import { costOf } from '../../components/steps/cost-of.ts';
import { notFound } from '../../domain/errors.ts';
import type { OrganizationId, WorkflowId, WorkflowVersionId } from '../../domain/ids.ts';
import type { Step, WorkflowInputs } from '../../domain/workflows/workflow.ts';
import type { BusyRate, Queue } from '../../ports/queue.ts';
import type { Workflows } from '../../ports/workflows.ts';

type Ports = { workflows: Workflows; queue: Queue };

/** A saved workflow, or steps that are not saved yet. */
export type EstimateRequest = { count: number } & (
  | { workflow: WorkflowId; version: WorkflowVersionId | undefined }
  | { steps: Step[]; inputs: WorkflowInputs | undefined }
);

export type Estimate = {
  credits: number;
  /** The time until all these executions would be done, if they were created now; null while no worker runs. */
  seconds: number | null;
};

/** Estimates the price and the duration of a number of executions. Nothing is created and nothing is held. */
export const estimateWork = async (
  ports: Ports,
  organizationId: OrganizationId,
  request: EstimateRequest,
): Promise<Estimate> => {
  const { priceInCredits, workMs } = await plannedWork(ports, organizationId, request);
  const ahead = await ports.queue.ofOrganization(organizationId);
  const lanes = await ports.queue.lanes();
  const averageMs = (await ports.queue.recentWorkMs(organizationId)) ?? workMs;
  const waitMs = msUntilDone(ahead.waiting, ahead.busy, averageMs, lanes);
  return {
    credits: priceInCredits * request.count,
    seconds: waitMs === null ? null : Math.ceil((waitMs + (request.count * workMs) / lanes) / 1000),
  };
};

/**
 * The price of one execution, and its duration: the measured average if the version has run lately, else the
 * predicted costs of its steps.
 */
const plannedWork = async (
  { workflows, queue }: Ports,
  organizationId: OrganizationId,
  request: EstimateRequest,
): Promise<{ priceInCredits: number; workMs: number }> => {
  if ('steps' in request) {
    const { steps, priceInCredits } = checkWorkflow({ name: 'Estimate', ...request });
    return { priceInCredits, workMs: costOf(steps).ms };
  }
  const found = await workflows.find(organizationId, request.workflow, request.version);
  if (!found || found.archived) throw notFound(request.version ? 'This workflow version' : 'The workflow');
  const measured = await queue.recentWorkMs(organizationId, { workflow: found.id, version: found.version });
  return { priceInCredits: found.priceInCredits, workMs: measured ?? costOf(found.steps).ms };
};

/**
 * The time in milliseconds until this many waiting executions are done, at the rate measured since work has
 * been waiting. That rate accounts for the turns of other organizations. Without it, the time is computed
 * from the average time of an execution and the number of lanes. Null while there is no lane.
 */
export const msUntilDone = (
  waiting: number,
  busy: BusyRate | undefined,
  averageMs: number,
  lanes: number,
): number | null => {
  if (lanes === 0) return null;
  return waiting * (busy ? (busy.seconds * 1000) / busy.finished : averageMs / lanes);
};
