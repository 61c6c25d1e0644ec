import { useQuery } from '@tanstack/react-query';
import type { Status } from 'darkroom-client';
import { useState } from 'react';
import { count } from '../format.ts';
import { Empty } from '../parts/empty.tsx';
import { ErrorNotice } from '../parts/notice.tsx';
import { STATUS_WORDS } from '../parts/status-badge.tsx';
import { useSignedIn } from '../session/session.ts';
import { ExecutionCard, ExecutionCardSkeleton } from './execution-card.tsx';
import { newestExecutions } from './executions.ts';

const PAGE = 20;
const MOST = 1000;

export const Newest = () => {
  const { organization } = useSignedIn();
  const [limit, setLimit] = useState(PAGE);
  const [status, setStatus] = useState<Status>();
  const { data, error, refetch, isPending } = useQuery(
    newestExecutions(organization.id, { limit, ...(status ? { status } : {}) }),
  );
  return (
    <section className="section" aria-labelledby="newest">
      <div className="page-head one-line">
        <h2 id="newest">Newest executions</h2>
        <select
          className="select inline"
          aria-label="Filter by status"
          value={status ?? ''}
          onChange={({ target }) => setStatus((target.value || undefined) as Status | undefined)}
        >
          <option value="">All</option>
          {Object.entries(STATUS_WORDS).map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
      </div>
      <ErrorNotice error={error} retry={() => refetch()} />
      {data?.total === 0 ? (
        <Empty title={status ? 'No executions with this status' : 'No executions yet'}>
          {status
            ? 'Choose another status above.'
            : 'Drop an image above and run it. The execution appears here at once.'}
        </Empty>
      ) : (
        <ul className="sheet" aria-busy={isPending}>
          {isPending
            ? Array.from({ length: 8 }, (_, index) => index).map((key) => (
                <li key={key}>
                  <ExecutionCardSkeleton />
                </li>
              ))
            : data?.entries.map((execution) => (
                <li key={execution.id}>
                  <ExecutionCard execution={execution} />
                </li>
              ))}
        </ul>
      )}
      {data && data.total > data.entries.length && limit < MOST && (
        <div className="actions">
          <button type="button" className="button" onClick={() => setLimit(Math.min(limit * 2, MOST))}>
            Show more of {count(data.total)}
          </button>
        </div>
      )}
    </section>
  );
};
