import type { Review, ReviewStats, StatsGroup } from '../../ports/review.ts';
import { type Run, statement } from '../connection/database.ts';

/**
 * The key and the name of each group. The key is null for decisions without a reviewer (the system's approvals) and
 * for rejections without a code.
 */
const GROUPS: Record<StatsGroup, { key: string; name: string; join?: string; only?: string }> = {
  reviewer: { key: 'r.user_id::text', name: 'u.name', join: 'left join users u on u.id = r.user_id' },
  workflowVersion: {
    key: 'r.workflow_version::text',
    name: 'v.name',
    join: 'left join workflow_versions v on v.id = r.workflow_version',
  },
  code: { key: 'r.code', name: 'null::text', only: "and r.decision = 'reject'" },
  day: { key: "to_char(r.decided_at at time zone 'UTC', 'YYYY-MM-DD')", name: 'null::text' },
};

const statsBy = ({ key, name, join = '', only = '' }: (typeof GROUPS)[StatsGroup]) =>
  statement<ReviewStats>(`
  select ${key} as key, ${name} as name,
    count(*) filter (where r.decision = 'approve') as approved,
    count(*) filter (where r.decision = 'reject') as rejected,
    count(*) filter (where r.decision = 'redo') as redone,
    (percentile_cont(0.5) within group (order by extract(epoch from r.decided_at - r.queued_at)))::double precision
      as "medianSeconds"
  from reviews r ${join}
  where r.organization_id = $1 and r.decided_at >= $2 and r.decided_at < $3 ${only}
  group by 1, 2
  order by 1 nulls last`);

const STATS = {
  reviewer: statsBy(GROUPS.reviewer),
  workflowVersion: statsBy(GROUPS.workflowVersion),
  code: statsBy(GROUPS.code),
  day: statsBy(GROUPS.day),
};

export const reviewStats =
  (run: Run): Review['stats'] =>
  (organizationId, by, { from, to }) =>
    run(STATS[by], [organizationId, from, to]);
