import { costOf } from '../../components/steps/cost-of.ts';
import { notFound } from '../../domain/errors.ts';
import type { Status } from '../../domain/executions/execution-states.ts';
import type { ExecutionId, OrganizationId } from '../../domain/ids.ts';
import {
  type BusyRate,
  MAX_COUNTED_PLACES,
  type Queue,
  type QueueDepth,
  type QueuePlace,
} from '../../ports/queue.ts';
import type { Workflows } from '../../ports/workflows.ts';
import { msUntilDone } from './estimate-work.ts';

type Ports = { workflows: Workflows; queue: Queue };

export type QueuedExecution = {
  id: ExecutionId;
  status: Status;
  /** 1 for the next one, 0 for one that runs, null for one that is paused or neither waits nor runs. */
  position: number | null;
  /**
   * The expected time until the execution is done; null when it is not known, and for an execution that is
   * paused or neither waits nor runs.
   */
  seconds: number | null;
};

/** Describes the queue of an organization, and the place of one execution in it if one is named. */
export const queueOfOrganization = async (
  ports: Ports,
  organizationId: OrganizationId,
  execution: ExecutionId | undefined,
  now: Date,
): Promise<QueueDepth & { execution: QueuedExecution | null }> => {
  const { busy, ...depth } = await ports.queue.ofOrganization(organizationId);
  const place = execution && (await ports.queue.placeOf(organizationId, execution));
  if (!execution) return { ...depth, execution: null };
  if (!place) throw notFound('The execution');
  const ms = await remainingMs(ports, organizationId, place, { ...depth, busy }, now);
  return {
    ...depth,
    execution: {
      id: execution,
      status: place.status,
      position: place.status === 'ACTIVE' ? 0 : place.position,
      seconds: ms === null ? null : Math.ceil(ms / 1000),
    },
  };
};

const remainingMs = async (
  { workflows, queue }: Ports,
  organizationId: OrganizationId,
  { status, startedAt, position, workflowVersion }: QueuePlace,
  { waiting, busy }: { waiting: number; busy: BusyRate | undefined },
  now: Date,
): Promise<number | null> => {
  if (status !== 'ACTIVE' && position === null) return null;
  const { id, steps } = await workflows.version(workflowVersion);
  const ownMs =
    (await queue.recentWorkMs(organizationId, { workflow: id, version: workflowVersion })) ??
    costOf(steps).ms;
  if (position === null) return Math.max(0, ownMs - (now.getTime() - (startedAt ?? now).getTime()));
  // Places are counted only up to a limit. For an execution at the limit, assume that all waiting executions
  // are ahead of it.
  const ahead = (position < MAX_COUNTED_PLACES ? position : Math.max(position, waiting)) - 1;
  const averageMs = (await queue.recentWorkMs(organizationId)) ?? ownMs;
  const waitMs = msUntilDone(ahead, busy, averageMs, await queue.lanes());
  return waitMs === null ? null : waitMs + ownMs;
};
