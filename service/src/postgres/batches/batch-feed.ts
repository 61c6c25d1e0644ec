import type { BatchId, OrganizationId } from '../../domain/ids.ts';
import type { BatchCounters, BatchFeed } from '../../ports/batches.ts';
import type { Database } from '../connection/database.ts';
import { readCounters } from './read.ts';

const EVERY_MS = 500;

type OnCounters = (counters: BatchCounters) => void;
/** `followers` maps each follower to the counters that it was told last. */
type Followed = { organizationId: OrganizationId; id: BatchId; followers: Map<OnCounters, BatchCounters> };

/** Reads the counters of all followed batches twice a second, in one statement for all followers of this process. */
export const batchFeedIn = (database: Pick<Database, 'run'>): BatchFeed & { close(): void } => {
  const followed = new Map<string, Followed>();
  let timer: NodeJS.Timeout | undefined;

  const tell = ({ followers }: Followed, counters: BatchCounters) => {
    for (const [onCounters, known] of followers) {
      // A follower may have read newer counters itself while this read was in progress.
      if (isSame(known, counters) || counters.changes < known.changes) continue;
      followers.set(onCounters, counters);
      onCounters(counters);
    }
  };
  const read = async () => {
    const rows = await readCounters(database.run, [...followed.values()]);
    for (const { organizationId, ...counters } of rows) {
      const batch = followed.get(keyOf(organizationId, counters.id));
      if (batch) tell(batch, counters);
    }
  };
  const schedule = () => {
    timer = setTimeout(async () => {
      // While the database is unavailable there is nothing new to tell.
      await read().catch(() => {});
      timer = undefined;
      if (followed.size > 0) schedule();
    }, EVERY_MS);
  };

  return {
    follow: (organizationId, counters, onCounters) => {
      const key = keyOf(organizationId, counters.id);
      const batch = followed.get(key) ?? { organizationId, id: counters.id, followers: new Map() };
      followed.set(key, batch);
      batch.followers.set(onCounters, counters);
      if (!timer) schedule();
      return () => {
        batch.followers.delete(onCounters);
        if (batch.followers.size === 0) followed.delete(key);
      };
    },
    close: () => {
      followed.clear();
      clearTimeout(timer);
    },
  };
};

const keyOf = (organizationId: OrganizationId, id: BatchId) => `${organizationId} ${id}`;

const isSame = (one: BatchCounters, other: BatchCounters): boolean =>
  one.changes === other.changes &&
  one.status === other.status &&
  one.round === other.round &&
  one.expected === other.expected &&
  one.heldCredits === other.heldCredits;
