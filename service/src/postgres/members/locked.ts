import type { Role } from '../../domain/rights.ts';
import type { Members } from '../../ports/people.ts';
import { type Database, statement } from '../database.ts';
import { LOCK_ORGANIZATION } from '../organizations/lock.ts';
import { remove } from './remove.ts';
import { setRole } from './set-role.ts';

const ROLE_OF = statement<{ role: Role }>(
  'select role from memberships where organization_id = $1 and user_id = $2',
);
const OWNERS = statement<{ owners: number }>(
  `select count(*) as owners from memberships where organization_id = $1 and role = 'owner'`,
);

export const locked =
  ({ transaction }: Database): Members['locked'] =>
  (organizationId, work) =>
    transaction(async (run) => {
      // Of two last owners that leave at once, one stays.
      await run(LOCK_ORGANIZATION, [organizationId]);
      return work({
        roleOf: async (userId) => (await run(ROLE_OF, [organizationId, userId]))[0]?.role,
        owners: async () => (await run(OWNERS, [organizationId]))[0]!.owners,
        setRole: setRole(run, organizationId),
        remove: remove(run, organizationId),
      });
    });
