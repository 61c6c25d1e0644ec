import type { ExecutionId, OrganizationId } from '../../domain/ids.ts';
import type { QueueFeed, QueueNews } from '../../ports/review.ts';
import { type Database, statement } from '../connection/database.ts';

const LOOK_EVERY_MS = 1_000;

// A result may commit a moment after one that was queued later, so each look goes back some seconds and skips the
// results that it has seen.
const LOOK = statement<{
  organizationId: OrganizationId;
  length: number;
  unclaimed: number;
  recent: ExecutionId[];
}>(`
  select asked.id as "organizationId", count(i.execution_id) as length,
    count(i.execution_id) filter (where i.leased_until is null or i.leased_until <= now()) as unclaimed,
    coalesce(array_agg(i.execution_id order by i.queued_at, i.execution_id)
      filter (where i.queued_at > now() - interval '10 seconds'), '{}') as recent
  from unnest($1::uuid[]) as asked (id)
  left join review_items i on i.organization_id = asked.id and i.queued_at is not null
  group by asked.id`);

type Followed = {
  followers: Set<(news: QueueNews) => void>;
  last?: QueueNews;
  recent: ReadonlySet<ExecutionId>;
};

/**
 * Tells the followers of an organization's queue when it changes. One query a second serves all followers of this
 * process, and none runs while nobody follows.
 */
export const queueFeedIn = (database: Database): QueueFeed & { close(): void } => {
  const followed = new Map<OrganizationId, Followed>();
  let looking = false;

  const look = async () => {
    if (looking || followed.size === 0) return;
    looking = true;
    // After a failed look the next one tells what this one missed.
    const rows = await database.run(LOOK, [[...followed.keys()]]).catch(() => []);
    looking = false;
    for (const { organizationId, length, unclaimed, recent } of rows) {
      const queue = followed.get(organizationId);
      if (!queue) continue;
      const { last } = queue;
      const arrivals = last ? recent.filter((id) => !queue.recent.has(id)) : [];
      queue.recent = new Set(recent);
      if (last && arrivals.length === 0 && last.length === length && last.unclaimed === unclaimed) continue;
      queue.last = { length, unclaimed, arrivals };
      for (const tell of queue.followers) tell(queue.last);
    }
  };
  const timer = setInterval(look, LOOK_EVERY_MS);
  timer.unref();

  return {
    follow: (organizationId, onNews) => {
      const queue: Followed = followed.get(organizationId) ?? { followers: new Set(), recent: new Set() };
      followed.set(organizationId, queue);
      queue.followers.add(onNews);
      if (queue.last) onNews({ ...queue.last, arrivals: [] });
      else void look();
      return () => {
        queue.followers.delete(onNews);
        if (queue.followers.size === 0 && followed.get(organizationId) === queue)
          followed.delete(organizationId);
      };
    },
    close: () => clearInterval(timer),
  };
};
