import { isFinal, type Status } from '../../domain/execution-states.ts';
import type { ExecutionId } from '../../domain/ids.ts';
import type { StatusFeed } from '../../ports/executions.ts';
import { type Database, statement } from '../database.ts';

const STATUSES = statement<{ id: ExecutionId; status: Status }>(
  'select id, status from executions where id = any ($1::uuid[])',
);

// A notification can be lost with its connection; nobody waits longer than this for what it said.
const RECHECK_MS = 2_000;
const MAX_IDS_PER_READ = 1_000;

type Follower = { onStatus(status: Status): void; last: Status | undefined };

/** Reads the statuses that followers wait for when a notification names them: what is told is what is committed. */
export const statusFeedIn = (database: Database) => {
  const followers = new Map<ExecutionId, Set<Follower>>();
  let wanted = new Set<ExecutionId>();
  let reading = false;

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
      try {
        for (const { id, status } of await database.run(STATUSES, [ids])) tell(id, status);
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

  const timer = setInterval(() => want(followers.keys()), RECHECK_MS);
  timer.unref();

  const feed: StatusFeed = {
    follow: (id, onStatus) => {
      const follower: Follower = { onStatus, last: undefined };
      const others = followers.get(id) ?? new Set();
      followers.set(id, others.add(follower));
      want([id]);
      return () => {
        others.delete(follower);
        if (others.size === 0 && followers.get(id) === others) followers.delete(id);
      };
    },
    finalStatus: (id, signal) =>
      new Promise((resolve) => {
        const stop = () => {
          unfollow();
          signal.removeEventListener('abort', giveUp);
        };
        const giveUp = () => {
          stop();
          resolve(undefined);
        };
        const unfollow = feed.follow(id, (status) => {
          if (!isFinal(status)) return;
          stop();
          resolve(status);
        });
        signal.addEventListener('abort', giveUp);
      }),
  };

  return {
    ...feed,
    /** A notification's payload: ids separated by commas. */
    notified: (payload: string) => want(payload.split(',') as ExecutionId[]),
    recheckAll: () => want(followers.keys()),
    close: () => {
      clearInterval(timer);
      wanted = new Set();
    },
  };
};
