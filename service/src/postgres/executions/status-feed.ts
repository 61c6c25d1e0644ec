import { isFinal, type Status, statusesAllowing } from '../../domain/executions/execution-states.ts';
import type { ExecutionId } from '../../domain/ids.ts';
import type { StatusFeed } from '../../ports/executions.ts';
import { type Database, statement } from '../connection/database.ts';

const STATUSES = statement<{ id: ExecutionId; status: Status }>(
  'select id, status from executions where id = any ($1::uuid[])',
);

// A notification can be lost with its connection; nobody waits longer than this for what it said.
const RECHECK_MS = 2_000;
/** Younger than this, an execution of which no notification is remembered has had none. */
export const REMEMBERED_MS = RECHECK_MS / 2;
const MAX_IDS_PER_READ = 1_000;
const MAY_BE_RETRIED: readonly Status[] = statusesAllowing('retry');

type Follower = { onStatus(status: Status): void; last: Status | undefined };

/**
 * Tells the followers of executions what the notifications say: these are sent by commits, in their order. The table
 * is read only where a notification may have been missed, because a read for each change cost a third of the control
 * plane.
 */
export const statusFeedIn = (database: Database) => {
  const followers = new Map<ExecutionId, Set<Follower>>();
  const recent = recentStatuses();
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
        // What was notified meanwhile may be newer than what was read.
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

  const timer = setInterval(() => {
    recent.forgetOld();
    want(followers.keys());
  }, RECHECK_MS);
  timer.unref();

  const feed: StatusFeed = {
    recent: recent.of,
    follow: (id, status, onStatus) => {
      const follower: Follower = { onStatus, last: undefined };
      const others = followers.get(id) ?? new Set();
      followers.set(id, others.add(follower));
      // Between the caller's reading and now, a notification may have gone by; which of the two is newer, the table
      // knows.
      if ((recent.of(id) ?? status) === status) {
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
        // A retry may have been read from the table already, and this be older: it would end a stream that goes on.
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

/** What was notified in the last moments, for those who begin to follow just after it. */
const recentStatuses = () => {
  let young = new Map<ExecutionId, Status>();
  let old = young;
  return {
    set: (id: ExecutionId, status: Status) => young.set(id, status),
    of: (id: ExecutionId): Status | undefined => young.get(id) ?? old.get(id),
    forgetOld: () => {
      old = young;
      young = new Map();
    },
  };
};
