import './executions-table.css';
import { type ColumnVisibilityState, FlexRender, type Row, useTable } from '@tanstack/react-table';
import { useVirtualizer } from '@tanstack/react-virtual';
import type { Execution } from 'darkroom-client';
import { type CSSProperties, memo, type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { Thumbnail } from '../thumbnail.tsx';
import { columns, features, WIDTHS } from './columns.tsx';
import type { Filter } from './filter/filter.ts';
import { RowActions } from './row-actions.tsx';
import { RowLink, type RowLinks, useRowLinks } from './row-link.tsx';
import type { Selection } from './selection.ts';

export type ListProps = {
  scroller: RefObject<HTMLDivElement | null>;
  rows: readonly Execution[];
  /** The number of executions in the whole list; `rows` has only those that are loaded. */
  total: number;
  filter: Filter;
  selection: Selection;
  active: number;
  firstRow: number;
  hasMore: boolean;
  onEnd: () => void;
};

const ROW_PX = 44;
const PHONE_ROW_PX = 64;
const OVERSCAN = 8;
const HEAD_PX = 36;

/** A dense table of executions. Only the rows in view are in the document, however long the list is. */
export const ExecutionsTable = ({
  scroller,
  rows,
  total,
  filter,
  selection,
  active,
  firstRow,
  hasMore,
  onEnd,
  columnVisibility,
}: ListProps & { columnVisibility: ColumnVisibilityState }) => {
  const isNarrow = window.matchMedia('(max-width: 700px)').matches;
  const rowPx = isNarrow ? PHONE_ROW_PX : ROW_PX;
  // Keep the same function between renders: with a new one each time, the virtualizer would place every loaded row
  // again at each frame of scrolling.
  const getItemKey = useCallback((index: number) => rows[index]?.id ?? index, [rows]);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    getItemKey,
    overscan: OVERSCAN,
    initialOffset: firstRow * rowPx,
    scrollPaddingStart: HEAD_PX,
  });
  const links = useRowLinks(filter);
  const items = virtualizer.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (hasMore && last >= rows.length - 30) onEnd();
  }, [hasMore, last, rows.length, onEnd]);
  useEffect(() => {
    if (active >= 0) virtualizer.scrollToIndex(active);
  }, [active, virtualizer]);

  const inView = items.flatMap(({ index }) => rows[index] ?? []);
  const table = useTable({
    features,
    columns,
    data: inView,
    getRowId: ({ id }) => id,
    state: { columnVisibility },
  });
  const shown = table.getVisibleLeafColumns();
  const tracks = ['40px', '44px', 'minmax(160px, 2fr)', ...shown.map(({ id }) => WIDTHS[id] ?? '1fr')].join(
    ' ',
  );
  const model = table.getRowModel().rows;
  const isEverything = rows.length > 0 && rows.every(({ id }) => selection.has(id));
  return (
    <table
      className="grid-table"
      aria-label="Executions"
      aria-rowcount={hasMore ? total + 1 : rows.length + 1}
      style={{ '--tracks': tracks } as CSSProperties}
    >
      <thead className="grid-head">
        <tr className="grid-row">
          <th scope="col">
            <label className="tick-box">
              <input
                type="checkbox"
                checked={isEverything}
                onChange={() => (isEverything ? selection.clear() : selection.chooseLoaded())}
              />
              <span className="hidden">Select all</span>
            </label>
          </th>
          <th scope="col">
            <span className="hidden">Image</span>
          </th>
          <th scope="col">Name</th>
          {shown.map((column) => (
            <th key={column.id} scope="col" data-column={column.id}>
              {String(column.columnDef.header)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="grid-body" style={{ height: virtualizer.getTotalSize() }}>
        {items.map(({ index, key, start }, at) => {
          const row = model[at];
          return row ? (
            <ExecutionRow
              key={key}
              row={row}
              execution={row.original}
              index={index}
              start={start}
              links={links}
              isMoving={virtualizer.isScrolling}
              isActive={index === active}
              isSelected={selection.has(row.id)}
              toggle={selection.toggle}
              tracks={tracks}
            />
          ) : null;
        })}
      </tbody>
    </table>
  );
};

type RowProps = {
  row: Row<typeof features, Execution>;
  execution: Execution;
  index: number;
  start: number;
  links: RowLinks;
  /** True while the list is being scrolled: rows that appear meanwhile do not load their images yet. */
  isMoving: boolean;
  isActive: boolean;
  isSelected: boolean;
  toggle: Selection['toggle'];
  /** Changes with the columns, so that the memoized row renders again. The row itself does not read it. */
  tracks: string;
};

const ExecutionRow = memo(
  ({ row, execution, index, start, links, isMoving, isActive, isSelected, toggle }: RowProps) => {
    const { id, inputFileName } = execution;
    const isSeen = useRef(false);
    if (!isMoving) isSeen.current = true;
    const [isNear, setNear] = useState(false);
    return (
      <tr
        className="grid-row"
        aria-rowindex={index + 2}
        data-index={index}
        data-active={isActive || undefined}
        data-selected={isSelected || undefined}
        style={{ transform: `translateY(${start}px)` }}
        onPointerEnter={() => setNear(true)}
        onFocus={() => setNear(true)}
      >
        <td>
          <label className="tick-box">
            <input
              type="checkbox"
              checked={isSelected}
              onChange={({ nativeEvent }) => toggle(index, (nativeEvent as MouseEvent).shiftKey)}
            />
            <span className="hidden">Select {inputFileName}</span>
          </label>
        </td>
        <td>
          {isSeen.current ? (
            <Thumbnail execution={execution} place="stamp" />
          ) : (
            <span className="thumbnail" />
          )}
        </td>
        <td className="name-cell">
          <RowLink id={id} name={inputFileName} links={links} />
        </td>
        {row.getVisibleCells().map((cell) => (
          <td key={cell.id} data-column={cell.column.id}>
            <FlexRender cell={cell} />
          </td>
        ))}
        <td className="act-cell">{isNear && <RowActions execution={execution} />}</td>
      </tr>
    );
  },
  // Compare the execution and not the row of the table, which is a new object whenever the list scrolls.
  (before, after) =>
    before.execution === after.execution &&
    before.index === after.index &&
    before.start === after.start &&
    before.links === after.links &&
    before.isMoving === after.isMoving &&
    before.isActive === after.isActive &&
    before.isSelected === after.isSelected &&
    before.tracks === after.tracks,
);
