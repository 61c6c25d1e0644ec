import { uuidv7 } from 'uuidv7';
import { malformed, notFound } from '../../domain/errors.ts';
import type { BulkActionId, OrganizationId, UserId } from '../../domain/ids.ts';
import type { BulkAction, BulkActionVerb, ExecutionFilter, Executions } from '../../ports/executions.ts';

type Ports = { executions: Pick<Executions, 'bulkActions'> };

/** Starts a bulk action on all executions that exist now and match the filter. A worker does it in the background. */
export const startBulkAction = (
  { executions }: Ports,
  organizationId: OrganizationId,
  verb: BulkActionVerb,
  filter: ExecutionFilter,
  by: UserId,
): Promise<BulkAction> => {
  if (Object.values(filter).every((value) => value === undefined))
    throw malformed(
      'A bulk call needs at least one filter, such as status or batch. Name the executions that you mean.',
    );
  return executions.bulkActions.start(organizationId, { id: uuidv7() as BulkActionId, verb, filter, by });
};

export const findBulkAction = async (
  { executions }: Ports,
  organizationId: OrganizationId,
  id: BulkActionId,
): Promise<BulkAction> => {
  const action = await executions.bulkActions.find(organizationId, id);
  if (!action) throw notFound('This bulk call');
  return action;
};
