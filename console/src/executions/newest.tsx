import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { Status } from 'darkroom-client';
import { Empty } from '../parts/empty.tsx';
import { ErrorNotice } from '../parts/notice.tsx';
import { STATUS_WORDS } from '../parts/status-badge.tsx';
import { mayRun } from '../session/rights.ts';
import { useSignedIn } from '../session/session.ts';
import { ExecutionCard, ExecutionCardSkeleton } from './execution-card.tsx';
import { newestExecutions } from './executions.ts';

const PAGE = 20;
const MOST = 1000;
const route = getRouteApi('/signed-in/');

/** The newest executions on Home. Their filter and their number are in the address, so that Back returns to them. */
export const Newest = () => {
  const { organization } = useSignedIn();
  const { status, show = PAGE } = route.useSearch();
  const limit = Math.min(show, MOST);
  const navigate = route.useNavigate();
  const change = (next: { status?: Status; show?: number }) =>
    navigate({ search: next, replace: true, resetScroll: false });
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
          onChange={({ target }) => change(target.value ? { status: target.value as Status } : {})}
        >
          <option value="">All statuses</option>
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
            : mayRun(organization.role)
              ? 'Drop an image above and run it. The execution appears here at once.'
              : 'An execution appears here as soon as an operator or an app creates it.'}
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
          <button
            type="button"
            className="button"
            onClick={() => change({ ...(status && { status }), show: Math.min(limit * 2, MOST) })}
          >
            Show more
          </button>
        </div>
      )}
    </section>
  );
};
