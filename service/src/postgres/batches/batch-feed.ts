import type { BatchId, OrganizationId } from '../../domain/ids.ts';
import type { BatchCounters, BatchFeed } from '../../ports/batches.ts';
import type { Database } from '../connection/database.ts';
import { readCounters } from './read.ts';

const EVERY_MS = 500;

type Followed = {
  organizationId: OrganizationId;
  id: BatchId;
  last: BatchCounters;
  followers: Set<(counters: BatchCounters) => void>;
};

/** Reads the counters of all followed batches twice a second, in one statement for all followers of this process. */
export const batchFeedIn = (database: Database): BatchFeed & { close(): void } => {
  const followed = new Map<string, Followed>();
  let timer: NodeJS.Timeout | undefined;

  const tell = (batch: Followed, counters: BatchCounters) => {
    if (isSame(batch.last, counters)) return;
    batch.last = counters;
    for (const onCounters of batch.followers) onCounters(counters);
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
      // While the database is away there is nothing new to tell.
      await read().catch(() => {});
      timer = undefined;
      if (followed.size > 0) schedule();
    }, EVERY_MS);
  };

  return {
    follow: (organizationId, counters, onCounters) => {
      const key = keyOf(organizationId, counters.id);
      const batch = followed.get(key) ?? {
        organizationId,
        id: counters.id,
        last: counters,
        followers: new Set(),
      };
      followed.set(key, batch);
      // The caller has read the counters before or after the last reading for the other followers.
      if (counters.changes >= batch.last.changes) tell(batch, counters);
      else onCounters(batch.last);
      batch.followers.add(onCounters);
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
