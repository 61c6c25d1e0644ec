import './executions.css';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { ColumnVisibilityState } from '@tanstack/react-table';
import { useCallback, useMemo, useRef, useState } from 'react';
import { batchNamesQuery } from '../../batches/batches.ts';
import { BulkBar } from '../../executions/list/bulk-bar.tsx';
import { ColumnMenu, useColumns } from '../../executions/list/column-menu.tsx';
import { BatchNames } from '../../executions/list/columns.tsx';
import { useExecutionList } from '../../executions/list/execution-list.ts';
import { ExecutionsGrid } from '../../executions/list/executions-grid.tsx';
import { ExecutionsTable } from '../../executions/list/executions-table.tsx';
import {
  conditionsOf,
  type Filter,
  filterIn,
  isNarrowed,
  keyOfFilter,
} from '../../executions/list/filter/filter.ts';
import { FilterBar } from '../../executions/list/filter/filter-bar.tsx';
import { SavedViews } from '../../executions/list/filter/saved-views.tsx';
import { useListKeys } from '../../executions/list/list-keys.ts';
import { useSelection } from '../../executions/list/selection.ts';
import { count } from '../../format.ts';
import { DownloadCsv } from '../../parts/download-csv.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Heading } from '../../parts/heading.tsx';
import { ErrorNotice } from '../../parts/notice.tsx';
import { mayRun } from '../../session/rights.ts';
import { useSignedIn } from '../../session/session.ts';

const route = getRouteApi('/signed-in/executions');
const SCROLLED_MS = 250;

export const Executions = () => {
  const organization = useSignedIn().organization.id;
  const search = route.useSearch();
  const { view } = search;
  const key = keyOfFilter(filterIn(search));
  // biome-ignore lint/correctness/useExhaustiveDependencies: run again only when the key changes: it is the filter as text.
  const filter = useMemo(() => filterIn(search), [key]);
  const navigate = useNavigate();
  const [visible, setVisible] = useColumns();
  const [isAtTop, setAtTop] = useState(!search.row);
  // The row to which the list was scrolled when the page was opened. Later the page only writes its row to the
  // address and does not read it.
  const [firstRow] = useState(search.row ?? 0);
  const scroller = useRef<HTMLDivElement>(null);
  const searchBox = useRef<HTMLInputElement>(null);
  const list = useExecutionList(organization, filter, { row: firstRow, isAtTop });
  const { data: batchNames } = useQuery(batchNamesQuery(organization));
  const rows = list.rows ?? [];
  const selection = useSelection(list.rows);
  const active = useListKeys({ scroller, searchBox, rows, selection });
  const { hasNextPage, isFetchingNextPage, fetchNextPage, isPlaceholderData } = list;

  const show = (next: Filter, { isTyping = false, grid = view === 'grid' } = {}) => {
    selection.clear();
    scroller.current?.scrollTo({ top: 0 });
    navigate({
      to: '/executions',
      search: { ...next, ...(grid && { view: 'grid' as const }) },
      replace: isTyping,
      resetScroll: false,
    });
  };
  const onEnd = useCallback(() => {
    if (!isFetchingNextPage && !isPlaceholderData) fetchNextPage();
  }, [isFetchingNextPage, isPlaceholderData, fetchNextPage]);
  const onScroll = useRowInAddress(scroller, setAtTop);
  const total = `${count(list.total ?? 0)}${list.isExceeded ? '+' : ''}`;
  const shared = {
    ...{ scroller, rows, filter, selection, active, firstRow, onEnd },
    total: list.total ?? 0,
    hasMore: hasNextPage,
  };
  return (
    <div className="list-page">
      <div className="list-head">
        <div className="list-title">
          <Heading>Executions</Heading>
          <p className="total" role="status">
            {list.total === undefined || isPlaceholderData ? ' ' : `${total} ${nounFor(list.total)}`}
          </p>
          <div className="actions">
            <SavedViews filter={filter} onChoose={show} />
            <DownloadCsv
              path="/v2/workflow/execution"
              query={{ organization, ...conditionsOf(filter), sort: filter.sort }}
              name="executions.csv"
              className="button compact download-csv"
            />
            <ColumnMenu visible={visible} onChange={setVisible} disabled={view === 'grid'} />
            <ViewSwitch isGrid={view === 'grid'} onChange={(grid) => show(filter, { grid })} />
          </div>
        </div>
        <FilterBar filter={filter} onChange={show} searchBox={searchBox} />
      </div>
      <ErrorNotice error={list.error} retry={() => list.refetch()} />
      <div
        ref={scroller}
        className="list-scroller"
        aria-busy={list.isPending || isPlaceholderData}
        onScroll={onScroll}
      >
        {list.isPending && <Skeleton />}
        {list.rows?.length === 0 && !isPlaceholderData && (
          <Nothing filter={filter} onClear={() => show({})} />
        )}
        {rows.length > 0 && (
          <BatchNames value={batchNames}>
            <List key={`${view}`} isGrid={view === 'grid'} {...shared} columnVisibility={visible} />
          </BatchNames>
        )}
        {isFetchingNextPage && <p className="more">Loading more</p>}
      </div>
      {list.isBehind && (
        <button
          type="button"
          className="button compact newer"
          onClick={() => scroller.current?.scrollTo({ top: 0 })}
        >
          Show new executions
        </button>
      )}
      <BulkBar rows={rows} total={total} hasMore={hasNextPage} filter={filter} selection={selection} />
    </div>
  );
};

type Shown = Parameters<typeof ExecutionsGrid>[0] & {
  isGrid: boolean;
  columnVisibility: ColumnVisibilityState;
};

const List = ({ isGrid, ...props }: Shown) =>
  isGrid ? <ExecutionsGrid {...props} /> : <ExecutionsTable {...props} />;

/** Keeps the first row in view in the address once scrolling has ended, so that Back and reload return to it. */
const useRowInAddress = (scroller: { current: HTMLElement | null }, setAtTop: (isAtTop: boolean) => void) => {
  const navigate = useNavigate();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  return () => {
    setAtTop((scroller.current?.scrollTop ?? 0) < 8);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      const element = scroller.current;
      if (!element) return;
      const top = element.getBoundingClientRect().top + 40;
      const first = [...element.querySelectorAll<HTMLElement>('[data-index]')].find(
        (row) => row.getBoundingClientRect().bottom > top,
      );
      const row = element.scrollTop < 8 ? 0 : Number(first?.dataset['index'] ?? 0);
      navigate({
        from: '/executions',
        to: '.',
        search: ({ row: _, ...rest }) => ({ ...rest, ...(row > 0 && { row }) }),
        replace: true,
        resetScroll: false,
      });
    }, SCROLLED_MS);
  };
};

const nounFor = (total: number): string => (total === 1 ? 'execution' : 'executions');

const ViewSwitch = ({ isGrid, onChange }: { isGrid: boolean; onChange: (isGrid: boolean) => void }) => (
  <fieldset className="segments">
    <legend className="hidden">Show as</legend>
    {[false, true].map((one) => (
      <label key={`${one}`}>
        <input type="radio" name="list-view" checked={isGrid === one} onChange={() => onChange(one)} />
        {one ? 'Grid' : 'Table'}
      </label>
    ))}
  </fieldset>
);

const Nothing = ({ filter, onClear }: { filter: Filter; onClear: () => void }) => {
  const { role } = useSignedIn().organization;
  return isNarrowed(filter) ? (
    <Empty title="No executions match">
      Change the filters, or show all executions.
      <div className="actions">
        <button type="button" className="button" onClick={onClear}>
          Show all
        </button>
      </div>
    </Empty>
  ) : (
    <Empty title="No executions yet">
      {mayRun(role)
        ? 'Run an image on Home. The execution appears here at once.'
        : 'An execution appears here as soon as an operator or an app creates it.'}
    </Empty>
  );
};

const Skeleton = () => (
  <div aria-hidden="true">
    {Array.from({ length: 12 }, (_, index) => index).map((key) => (
      <div key={key} className="skeleton-row">
        <span className="skeleton line" />
      </div>
    ))}
  </div>
);
