import { notFound } from '../domain/errors.ts';
import { type ExecutionId, isContentHash, type OrganizationId } from '../domain/ids.ts';
import type { Principal } from '../domain/principal.ts';
import type { Executions } from '../ports/executions.ts';
import type { Images } from '../ports/images.ts';
import { findExecution } from './find-execution.ts';

export const giveFeedback = async (
  world: { executions: Executions; images: Images },
  { organizationId, principal }: { organizationId: OrganizationId; principal: Principal },
  id: ExecutionId,
  feedback: { thumbsUp: boolean; expectedImages: string[] },
): Promise<void> => {
  await findExecution(world, organizationId, id);
  for (const hash of feedback.expectedImages)
    if (!isContentHash(hash) || !(await world.images.find(organizationId, hash)))
      throw notFound(`Upload the expected image first: ${JSON.stringify(hash.slice(0, 64))}`);
  await world.executions.giveFeedback(id, principal.userId, feedback);
};
