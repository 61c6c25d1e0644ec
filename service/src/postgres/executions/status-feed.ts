import { openMemory } from '../../cache/cache.ts';
import { isFinal, type Status, statusesAllowing } from '../../domain/executions/execution-states.ts';
import type { ExecutionId } from '../../domain/ids.ts';
import type { StatusFeed } from '../../ports/executions.ts';
import { type Database, statement } from '../connection/database.ts';

const STATUSES = statement<{ id: ExecutionId; status: Status }>(
  'select id, status from executions where id = any ($1::uuid[])',
);

// A notification can be lost with its connection. A follower then gets the change from the next recheck.
const RECHECK_MS = 2_000;
/** An execution younger than this cannot have had a notification that the feed has already dropped. */
export const NEW_FOR_MS = RECHECK_MS / 2;
/** The statuses that were notified last, for callers who begin to follow just after a change. */
const RECENT = { max: 20_000, maxAgeMs: 2 * RECHECK_MS };
const MAX_IDS_PER_READ = 1_000;
const MAY_BE_RETRIED: readonly Status[] = statusesAllowing('retry');

type Follower = { onStatus(status: Status): void; last: Status | undefined };

/**
 * Passes the notifications on to the followers of executions. PostgreSQL sends them in the order of the commits. The
 * feed reads the table only when it may have missed a notification: a read for each change took a third of the control
 * plane's time.
 */
export const statusFeedIn = (database: Database) => {
  const followers = new Map<ExecutionId, Set<Follower>>();
  const recent = openMemory<ExecutionId, Status>(RECENT);
  let wanted = new Set<ExecutionId>();
  let reading = false;
  let notifiedWhileReading = new Set<ExecutionId>();

  const tell = (id: ExecutionId, status: Status) => {
    for (const follower of followers.get(id) ?? []) {
      if (follower.last === status) continue;
      follower.last = status;
      follower.onStatus(status);
    }
  };

  const read = async () => {
    if (reading) return;
    reading = true;
    while (wanted.size > 0) {
      const ids = [...wanted].slice(0, MAX_IDS_PER_READ);
      for (const id of ids) wanted.delete(id);
      notifiedWhileReading = new Set();
      try {
        // A notification that arrived during the query may be newer than the row that the query read.
        for (const { id, status } of await database.run(STATUSES, [ids]))
          if (!notifiedWhileReading.has(id)) tell(id, status);
      } catch {
        // The next recheck reads them again.
        break;
      }
    }
    reading = false;
  };

  const want = (ids: Iterable<ExecutionId>) => {
    for (const id of ids) if (followers.has(id)) wanted.add(id);
    void read();
  };

  const timer = setInterval(() => want(followers.keys()), RECHECK_MS).unref();

  const feed: StatusFeed = {
    recent: recent.get,
    follow: (id, status, onStatus) => {
      const follower: Follower = { onStatus, last: undefined };
      const others = followers.get(id) ?? new Set();
      followers.set(id, others.add(follower));
      // A notification may have arrived since the caller read the status. When the two differ, read the table to see
      // which is newer.
      if ((recent.get(id) ?? status) === status) {
        follower.last = status;
        onStatus(status);
      } else want([id]);
      return () => {
        others.delete(follower);
        if (others.size === 0 && followers.get(id) === others) followers.delete(id);
      };
    },
    finalStatus: (id, status, signal) =>
      new Promise((resolve) => {
        if (isFinal(status)) return resolve(status);
        const stop = () => {
          unfollow();
          signal.removeEventListener('abort', giveUp);
        };
        const giveUp = () => {
          stop();
          resolve(undefined);
        };
        const unfollow = feed.follow(id, status, (current) => {
          if (!isFinal(current)) return;
          stop();
          resolve(current);
        });
        if (signal.aborted) giveUp();
        else signal.addEventListener('abort', giveUp);
      }),
  };

  return {
    ...feed,
    /** A notification's payload: `<id>=<status>`, separated by commas. */
    notified: (payload: string) => {
      for (const entry of payload.split(',')) {
        const [id, status] = entry.split('=') as [ExecutionId, Status];
        recent.set(id, status);
        if (reading) notifiedWhileReading.add(id);
        // A later retry may already have been read from the table. Passing this older status on would end a stream that
        // must go on, so read the table.
        if (MAY_BE_RETRIED.includes(status)) want([id]);
        else tell(id, status);
      }
    },
    recheckAll: () => want(followers.keys()),
    close: () => {
      clearInterval(timer);
      wanted = new Set();
    },
  };
};
