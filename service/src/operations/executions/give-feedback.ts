import { Refusal } from '../../domain/errors.ts';
import { type ContentHash, contentHashOf, type ExecutionId, type OrganizationId } from '../../domain/ids.ts';
import type { Principal } from '../../domain/people/principal.ts';
import type { Executions } from '../../ports/executions.ts';
import type { Images } from '../../ports/images/images.ts';
import { findExecution } from './find-execution.ts';

export const giveFeedback = async (
  ports: { executions: Executions; images: Images },
  { organizationId, principal }: { organizationId: OrganizationId; principal: Principal },
  id: ExecutionId,
  feedback: { thumbsUp: boolean; expectedImages: string[] },
): Promise<void> => {
  await findExecution(ports, organizationId, id);
  const expectedImages: ContentHash[] = [];
  for (const given of feedback.expectedImages) {
    const hash = contentHashOf(given);
    if (!hash || !(await ports.images.find(organizationId, hash)))
      throw new Refusal(
        'not_found',
        `The field expectedImages has the hash ${JSON.stringify(given.slice(0, 64))} of an unknown image. Upload the image first.`,
      );
    expectedImages.push(hash);
  }
  await ports.executions.giveFeedback(id, principal.userId, { thumbsUp: feedback.thumbsUp, expectedImages });
};
