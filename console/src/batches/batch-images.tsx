import './batch-images.css';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import type { Execution, Status } from 'darkroom-client';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { ExecutionCard } from '../executions/execution-card.tsx';
import type { Filter } from '../executions/list/filter/filter.ts';
import { Thumbnail } from '../executions/thumbnail.tsx';
import { count, duration } from '../format.ts';
import { Empty } from '../parts/empty.tsx';
import { ErrorNotice } from '../parts/notice.tsx';
import { STATUS_LABELS, StatusBadge } from '../parts/status-badge.tsx';
import { batchImages, type DetailedBatch } from './batches.ts';
import { BAR_ORDER } from './segmented-bar.tsx';

/**
 * A link counts as current only when its search parameters equal those of the page: a parameter that the link leaves
 * out must be absent from the page's address as well.
 */
const THIS_SEARCH = { exact: true, includeSearch: true, explicitUndefined: true };

/** The images of a batch, by status, as a grid or as a table. */
export const BatchImages = ({ batch }: { batch: DetailedBatch }) => {
  const { status, view = 'grid' } = useSearch({ from: '/signed-in/batches/$id' });
  const { id, organizationId, counts, total } = batch;
  const list = useInfiniteQuery(batchImages(organizationId, id, status));
  // The order is that of `batchImages`, so that Next on the page of an execution is the next image here.
  const filter = useMemo(
    (): Filter => ({ batch: id, ...(status && { status: [status] }), sort: 'createdAt' }),
    [id, status],
  );
  const images = list.data?.pages.flatMap(({ entries }) => entries) ?? [];
  const tab = (words: string, number: number, to: Status | undefined) => (
    <Link
      key={words}
      to="/batches/$id"
      params={{ id }}
      search={{ view: view === 'table' ? view : undefined, status: to }}
      activeOptions={THIS_SEARCH}
      aria-current={to === status ? 'page' : undefined}
      replace
      resetScroll={false}
    >
      {words} <span className="tab-count">{count(number)}</span>
    </Link>
  );
  return (
    <section className="section" aria-labelledby="images">
      <div className="page-head one-line">
        <h2 id="images">Images</h2>
        <div className="segments">
          {(['table', 'grid'] as const).map((one) => (
            <Link
              key={one}
              to="/batches/$id"
              params={{ id }}
              search={{ status, view: one === 'table' ? one : undefined }}
              activeOptions={THIS_SEARCH}
              aria-current={one === view ? 'page' : undefined}
              replace
              resetScroll={false}
            >
              {one === 'grid' ? 'Grid' : 'Table'}
            </Link>
          ))}
        </div>
      </div>
      <nav className="tabs" aria-label="Images by status">
        {tab('All', total, undefined)}
        {BAR_ORDER.filter((one) => counts[one] > 0 || one === status).map((one) =>
          tab(STATUS_LABELS[one], counts[one], one),
        )}
      </nav>
      <ErrorNotice error={list.error} retry={() => list.refetch()} />
      {list.data && images.length === 0 && (
        <div className="card flush">
          <Empty title={status ? 'No images with this status' : 'No images yet'}>
            {status ? 'Choose another status above.' : 'They appear here as they are uploaded.'}
          </Empty>
        </div>
      )}
      <Rows
        images={images}
        filter={filter}
        isTable={view === 'table'}
        more={list.hasNextPage && !list.isFetchingNextPage ? list.fetchNextPage : undefined}
      />
    </section>
  );
};

const CARD_PX = 190;
const GAP_PX = 16;
const TEXT_PX = 88;
/** On a card narrower than this, the time has a separate line below the status. */
const ONE_LINE_PX = 210;
const LINE_PX = 21;
const ROW_PX = 56;

type RowsProps = {
  images: readonly Execution[];
  filter: Filter;
  isTable: boolean;
  more: (() => unknown) | undefined;
};

/** Only the rows in view are in the document, so a batch of 100,000 scrolls like one of 100. */
const Rows = ({ images, filter, isTable, more }: RowsProps) => {
  const place = useRef<HTMLDivElement>(null);
  const { width, top } = useBox(place);
  const columns = isTable ? 1 : Math.max(2, Math.floor((width + GAP_PX) / (CARD_PX + GAP_PX)));
  const cardPx = (width - GAP_PX * (columns - 1)) / columns;
  const rowPx = isTable
    ? ROW_PX
    : Math.round(cardPx) + TEXT_PX + (cardPx < ONE_LINE_PX ? LINE_PX : 0) + GAP_PX;
  const rows = Math.ceil(images.length / columns);
  const virtual = useWindowVirtualizer({
    count: rows,
    estimateSize: () => rowPx,
    overscan: 4,
    scrollMargin: top,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: measure again when the size of a row changes.
  useLayoutEffect(() => virtual.measure(), [rowPx]);
  const visible = virtual.getVirtualItems();
  const last = visible.at(-1)?.index ?? 0;
  useEffect(() => {
    if (more && last >= rows - 5) more();
  }, [more, last, rows]);
  return (
    <div ref={place} className="virtual-rows" style={{ height: virtual.getTotalSize() }}>
      {visible.map(({ index, start }) => (
        <div
          key={index}
          className={isTable ? 'image-line' : 'image-row'}
          style={{
            transform: `translateY(${start - top}px)`,
            height: rowPx,
            ...(isTable ? {} : { gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }),
          }}
        >
          {images
            .slice(index * columns, (index + 1) * columns)
            .map((execution) =>
              isTable ? (
                <Line key={execution.id} execution={execution} filter={filter} />
              ) : (
                <ExecutionCard key={execution.id} execution={execution} filter={filter} />
              ),
            )}
        </div>
      ))}
    </div>
  );
};

/** The width of an element and its distance from the top of the page. */
const useBox = (place: { current: HTMLElement | null }): { width: number; top: number } => {
  const [box, setBox] = useState({ width: 0, top: 0 });
  useLayoutEffect(() => {
    const element = place.current;
    if (!element) return;
    const measure = () => {
      const { width, top } = element.getBoundingClientRect();
      const next = { width, top: top + window.scrollY };
      setBox((now) => (now.width === next.width && Math.abs(now.top - next.top) < 1 ? now : next));
    };
    measure();
    // Elements above the rows may grow as well, and move the rows down.
    const watch = new ResizeObserver(measure);
    watch.observe(element);
    watch.observe(document.body);
    return () => watch.disconnect();
  }, [place]);
  return box;
};

const Line = ({ execution, filter }: { execution: Execution; filter: Filter }) => {
  const { id, inputFileName, startedAt, finishedAt } = execution;
  return (
    <Link to="/execution/$id" params={{ id }} search={filter} className="image-link">
      <Thumbnail execution={execution} place="stamp" />
      <span className="cut">{inputFileName}</span>
      <StatusBadge status={execution.status} />
      <span className="cut bad">{execution.error?.message}</span>
      <span className="nowrap">{startedAt && finishedAt ? duration(startedAt, finishedAt) : ''}</span>
    </Link>
  );
};
