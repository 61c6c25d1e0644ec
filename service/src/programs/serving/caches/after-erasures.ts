import { latestErasure } from '../../../postgres/retention/latest-erasure.ts';
import type { Chore } from '../chores.ts';
import type { Foundation } from '../foundation.ts';

/**
 * Empties a cache of this machine after a deletion on request, because it may have images that were made from
 * deleted ones. `drop` deletes all entries that were made or last used before the deletion, `ageMs` ago.
 */
export const afterErasures = (
  { database }: Pick<Foundation, 'database'>,
  name: string,
  drop: (ageMs: number) => Promise<void>,
): Chore => {
  let seen: string | undefined;
  return {
    name,
    everyMs: 60_000,
    run: async () => {
      const latest = await latestErasure(database.run);
      if (!latest || latest.at === seen) return;
      await drop(latest.ageMs);
      seen = latest.at;
    },
  };
};
