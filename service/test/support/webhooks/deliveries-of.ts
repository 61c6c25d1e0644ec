import type { ExecutionId, OrganizationId } from '../../../src/domain/ids.ts';
import type { Database } from '../../../src/postgres/connection/database.ts';
import { deliveriesIn } from '../../../src/postgres/webhooks/deliveries.ts';

/** The webhook messages of an execution with their attempts, newest first. */
export const deliveriesOf = async (
  database: Database,
  { organizationId, id }: { organizationId: OrganizationId; id: ExecutionId },
) => {
  const deliveries = deliveriesIn(database);
  const { entries } = await deliveries.list(organizationId, { execution: id }, { limit: 1000, offset: 0 });
  return Promise.all(
    entries.map(async (entry) => (await deliveries.find(organizationId, entry.id)) ?? assertFound()),
  );
};

const assertFound = (): never => {
  throw new Error('A delivery of the list does not exist.');
};
