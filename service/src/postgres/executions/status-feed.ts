import { openCache } from '../../cache/cache.ts';
import { isFinal, isNewer, type Status, type StatusAt } from '../../domain/executions/execution-states.ts';
import type { ExecutionId } from '../../domain/ids.ts';
import type { StatusFeed } from '../../ports/executions.ts';
import { type Database, statement } from '../connection/database.ts';
import { CHANGED_STATUS, type ChangedStatus, readStatus } from './tell-status.ts';

const STATUSES = statement<ChangedStatus>(
  `select ${CHANGED_STATUS} from executions where id = any ($1::uuid[])`,
);

// A message can be lost with its connection, or with the process that would have sent it. A follower then gets the change
// from the next recheck.
const RECHECK_MS = 2_000;
/** An execution younger than this cannot have had a message that the feed has already dropped. */
export const NEW_FOR_MS = RECHECK_MS / 2;
/** The statuses that were announced last, for callers who begin to follow just after a change. */
const RECENT = { max: 20_000, maxAgeMs: 2 * RECHECK_MS };
const MAX_IDS_PER_READ = 1_000;

type Follower = { onStatus(status: Status): void; last: StatusAt };

/**
 * Passes the messages about statuses on to the followers of executions. Messages of several processes arrive in any order;
 * one that is older than what a follower has seen is dropped. The feed reads the table only when it may have missed a
 * message: a read for each change took a third of the control plane's time.
 */
export const statusFeedIn = (database: Database) => {
  const followers = new Map<ExecutionId, Set<Follower>>();
  const recent = openCache<ExecutionId, StatusAt>(RECENT);
  let idsToRead = new Set<ExecutionId>();
  let isReading = false;

  const tell = ({ id, ...now }: ChangedStatus) => {
    for (const follower of followers.get(id) ?? []) {
      if (!isNewer(now, follower.last)) continue;
      const hasChanged = now.status !== follower.last.status;
      follower.last = now;
      if (hasChanged) follower.onStatus(now.status);
    }
  };

  const readStatuses = async () => {
    if (isReading) return;
    isReading = true;
    while (idsToRead.size > 0) {
      const ids = [...idsToRead].slice(0, MAX_IDS_PER_READ);
      for (const id of ids) idsToRead.delete(id);
      try {
        (await database.run(STATUSES, [ids])).forEach(tell);
      } catch {
        // The next recheck reads them again.
        break;
      }
    }
    isReading = false;
  };

  const recheckAll = () => {
    idsToRead = new Set(followers.keys());
    void readStatuses();
  };
  const timer = setInterval(recheckAll, RECHECK_MS).unref();

  /** The status that the caller has read, or a newer one: a message may have arrived since. */
  const newest = (id: ExecutionId, read: StatusAt): StatusAt => {
    const known = recent.get(id);
    return known && isNewer(known, read) ? known : read;
  };

  const feed: StatusFeed = {
    recent: recent.get,
    follow: (id, read, onStatus) => {
      const last = newest(id, read);
      const follower: Follower = { onStatus, last };
      const others = followers.get(id) ?? new Set();
      followers.set(id, others.add(follower));
      onStatus(last.status);
      return () => {
        others.delete(follower);
        if (others.size === 0 && followers.get(id) === others) followers.delete(id);
      };
    },
    finalStatus: (id, read, signal) =>
      new Promise((resolve) => {
        const first = newest(id, read);
        if (isFinal(first.status)) return resolve(first.status);
        if (signal.aborted) return resolve(undefined);
        const end = (status: Status | undefined) => {
          unfollow();
          signal.removeEventListener('abort', giveUp);
          resolve(status);
        };
        const giveUp = () => end(undefined);
        const unfollow = feed.follow(id, first, (current) => {
          if (isFinal(current)) end(current);
        });
        signal.addEventListener('abort', giveUp);
      }),
  };

  return {
    ...feed,
    /** Call it with each entry of the channel `status`. */
    notified: (entry: string) => {
      const { id, ...now } = readStatus(entry);
      recent.set(id, newest(id, now));
      tell({ id, ...now });
    },
    recheckAll,
    close: () => {
      clearInterval(timer);
      idsToRead = new Set();
    },
  };
};
