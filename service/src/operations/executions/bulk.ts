import { uuidv7 } from 'uuidv7';
import { malformed, notFound } from '../../domain/errors.ts';
import type { BulkActId, OrganizationId, UserId } from '../../domain/ids.ts';
import type { BulkAct, BulkVerb, ExecutionFilter, Executions } from '../../ports/executions.ts';

type World = { executions: Pick<Executions, 'bulk'> };

/** Starts a bulk act on all executions that exist now and match the filter. A worker does it in the background. */
export const startBulk = (
  { executions }: World,
  organizationId: OrganizationId,
  verb: BulkVerb,
  filter: ExecutionFilter,
  by: UserId,
): Promise<BulkAct> => {
  if (Object.values(filter).every((value) => value === undefined))
    throw malformed(
      'A bulk call needs at least one filter, such as status or batch. Name the executions that you mean.',
    );
  return executions.bulk.start(organizationId, { id: uuidv7() as BulkActId, verb, filter, by });
};

export const findBulk = async (
  { executions }: World,
  organizationId: OrganizationId,
  id: BulkActId,
): Promise<BulkAct> => {
  const act = await executions.bulk.find(organizationId, id);
  if (!act) throw notFound('This bulk call');
  return act;
};
