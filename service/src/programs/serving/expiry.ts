import { deleteExpired, expiringRows } from '../../postgres/expiry.ts';
import type { Chore } from './chores.ts';
import type { Foundation } from './foundation.ts';

/** Deletes expired rows. Every process of the service does this, and they do not block each other. */
export const expiry = ({ config, database }: Pick<Foundation, 'config' | 'database'>): Chore => ({
  name: 'Deleting expired rows',
  everyMs: 60_000,
  run: async (closing) => {
    for (const expiring of expiringRows(config)) await deleteExpired(database.run, expiring, closing);
  },
});
