import { Refusal, unavailable } from '../../domain/errors.ts';
import type { ExecutionId, OrganizationId } from '../../domain/ids.ts';
import { outputsOf } from '../../domain/workflows/workflow.ts';
import type { ExecutionEnd, Executions, StatusFeed } from '../../ports/executions.ts';
import type { Images } from '../../ports/images/images.ts';
import type { Workflows } from '../../ports/workflows.ts';
import { findExecution } from './find-execution.ts';
import { resultGone, waitForResult } from './wait-for-result.ts';

type Ports = { executions: Executions; statusFeed: StatusFeed; workflows: Workflows; images: Images };

/** Waits for a named output of an execution. Throws at once when its workflow has no such output. */
export const waitForOutput = async (
  ports: Ports,
  organizationId: OrganizationId,
  id: ExecutionId,
  output: string,
  signal: AbortSignal,
): Promise<NonNullable<ExecutionEnd['result']>> => {
  const { workflowVersion } = await findExecution(ports, organizationId, id);
  const { steps } = await ports.workflows.version(workflowVersion);
  if (!outputsOf(steps).includes(output))
    throw new Refusal(
      'not_found',
      `The workflow has no output "${output}". Use the name of one of its outputs.`,
    );
  await waitForResult(ports, organizationId, id, signal);
  const { results } = await findExecution(ports, organizationId, id);
  const file = results?.[output];
  const image = file && (await ports.images.find(organizationId, file.contentHash));
  const deletedAt = file && !image && (await ports.images.deletedAt(organizationId, file.contentHash));
  if (deletedAt) throw resultGone(deletedAt);
  // A retry was committed between the two reads.
  if (!image) throw unavailable('The execution is running again. Send the request again.', 1);
  return { image, fileName: file.name };
};
