import './batches.css';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { BatchTable } from '../../batches/batch-table.tsx';
import { BATCH_STATUSES, type BatchFilter, type BatchStatus, batchPages } from '../../batches/batches.ts';
import { count } from '../../format.ts';
import { Empty } from '../../parts/empty.tsx';
import { Heading } from '../../parts/heading.tsx';
import { ErrorNotice } from '../../parts/notice.tsx';
import { mayRun } from '../../session/rights.ts';
import { useSignedIn } from '../../session/session.ts';

export const Batches = () => {
  const { organization } = useSignedIn();
  const filter = useSearch({ from: '/signed-in/batches' });
  const list = useInfiniteQuery(batchPages(organization.id, filter));
  const total = list.data?.pages[0]?.total;
  const batches = list.data?.pages.flatMap(({ entries }) => entries);
  const isFiltered = filter.search !== undefined || filter.status !== undefined;
  return (
    <div className="page">
      <div className="page-head one-line">
        <Heading>Batches</Heading>
        {mayRun(organization.role) && (
          <Link to="/" className="button primary">
            New batch
          </Link>
        )}
      </div>
      <Filters filter={filter} total={total} />
      <ErrorNotice error={list.error} retry={() => list.refetch()} />
      {list.error && !batches ? null : total === 0 ? (
        <div className="card flush">
          <Empty title={isFiltered ? 'No batches match' : 'No batches yet'}>
            {isFiltered
              ? 'Change the name or the status above.'
              : mayRun(organization.role)
                ? 'Drop several images or a folder on Home. They run as one batch, which is listed here.'
                : 'A batch appears here as soon as an operator or an app creates it.'}
          </Empty>
        </div>
      ) : (
        <BatchTable batches={batches} caption="Batches" />
      )}
      {list.hasNextPage && (
        <div className="actions">
          <button
            type="button"
            className="button"
            disabled={list.isFetchingNextPage}
            onClick={() => list.fetchNextPage()}
          >
            {list.isFetchingNextPage ? 'Loading' : 'Show more'}
          </button>
        </div>
      )}
    </div>
  );
};

const Filters = ({ filter, total }: { filter: BatchFilter; total: number | undefined }) => {
  const navigate = useNavigate({ from: '/batches' });
  const change = (next: BatchFilter) => navigate({ search: { ...filter, ...next }, replace: true });
  return (
    <search className="batch-filters">
      <input
        type="search"
        className="input"
        aria-label="Search batches by name"
        placeholder="Search by name"
        value={filter.search ?? ''}
        onChange={({ target }) => change({ search: target.value || undefined })}
      />
      <select
        className="select inline"
        aria-label="Filter by status"
        value={filter.status ?? ''}
        onChange={({ target }) => change({ status: (target.value || undefined) as BatchStatus | undefined })}
      >
        <option value="">All statuses</option>
        {Object.entries(BATCH_STATUSES).map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
      <span className="hint" role="status">
        {total === undefined ? '' : `${count(total)} ${total === 1 ? 'batch' : 'batches'}`}
      </span>
    </search>
  );
};
