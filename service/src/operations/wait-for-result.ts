import { Refusal, unavailable } from '../domain/errors.ts';
import type { ExecutionId, OrganizationId } from '../domain/ids.ts';
import type { Executions, StatusFeed } from '../ports/executions.ts';
import type { HeldImage, Images } from '../ports/images.ts';
import { findExecution, findStatus } from './find-execution.ts';

/** The finished picture, as soon as there is one. Never an answer without it. */
export const waitForResult = async (
  world: { executions: Executions; images: Images; statusFeed: StatusFeed },
  organizationId: OrganizationId,
  id: ExecutionId,
  signal: AbortSignal,
): Promise<{ image: HeldImage; fileName: string }> => {
  const read = await findStatus(world, organizationId, id);
  const status = await world.statusFeed.finalStatus(id, read, signal);
  if (!status) throw unavailable('The execution has not finished yet. Ask again.', 5);

  const execution = await findExecution(world, organizationId, id);
  if (execution.status === 'PAYMENT_REQUIRED')
    throw new Refusal(
      'payment_required',
      'There were too few credits for this execution. Add credits, then retry it.',
    );
  if (execution.status === 'FAILED')
    throw new Refusal('unprocessable_image', execution.error?.message ?? 'The execution failed.');
  const hash = execution.resultContentHash;
  const image = hash && (await world.images.find(organizationId, hash));
  // Retried between the two looks.
  if (!image || execution.status !== 'COMPLETED')
    throw unavailable('The execution is running again. Ask again.', 1);
  return { image, fileName: execution.resultFileName ?? image.hash };
};
