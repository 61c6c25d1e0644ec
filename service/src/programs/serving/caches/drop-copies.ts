import type { ContentHash } from '../../../domain/ids.ts';
import { objectReferencesIn } from '../../../postgres/retention/object-references.ts';
import type { Chore } from '../chores.ts';
import type { Foundation } from '../foundation.ts';

/** Deletes the local copies of objects that were deleted from the store. */
export const dropCopies = (
  { database }: Pick<Foundation, 'database'>,
  name: string,
  drop: (hash: ContentHash) => Promise<void>,
): Chore => {
  const references = objectReferencesIn(database);
  // The first run looks at all deletions that the database remembers: this machine may have been off.
  let done: Date | undefined;
  return {
    name,
    everyMs: 60_000,
    run: async (closing) => {
      for (let more = true; more && !closing.aborted; ) {
        const { hashes, moment } = await references.deletedAfter(done);
        for (const hash of hashes) await drop(hash);
        done = moment;
        more = hashes.length > 0;
      }
    },
  };
};
