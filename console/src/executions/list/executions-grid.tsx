import './executions-grid.css';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useState } from 'react';
import { RelativeTime } from '../../parts/relative-time.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { Thumbnail } from '../thumbnail.tsx';
import type { ListProps } from './executions-table.tsx';
import { RowLink, useRowLinks } from './row-link.tsx';

const CARD_PX = 190;
const TEXT_PX = 64;
const GAP_PX = 16;

/** The list of executions as cards with images. A row of the virtual list has several cards. */
export const ExecutionsGrid = ({
  scroller,
  rows,
  filter,
  selection,
  active,
  firstRow,
  hasMore,
  onEnd,
}: ListProps) => {
  const links = useRowLinks(filter);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    if (!scroller.current) return;
    const observer = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0));
    observer.observe(scroller.current);
    return () => observer.disconnect();
  }, [scroller]);
  const across = Math.max(2, Math.floor((width + GAP_PX) / (CARD_PX + GAP_PX)));
  const cardPx = (width - GAP_PX * (across + 1)) / across;
  const virtualizer = useVirtualizer({
    count: width > 0 ? Math.ceil(rows.length / across) : 0,
    getScrollElement: () => scroller.current,
    estimateSize: () => cardPx + TEXT_PX + GAP_PX,
    overscan: 2,
    initialOffset: Math.floor(firstRow / across) * (CARD_PX + TEXT_PX + GAP_PX),
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: measure again when the width changes, because the height of a card follows from it.
  useEffect(() => virtualizer.measure(), [cardPx, virtualizer]);
  const items = virtualizer.getVirtualItems();
  const last = ((items.at(-1)?.index ?? 0) + 1) * across;
  useEffect(() => {
    if (width > 0 && hasMore && last >= rows.length - 2 * across) onEnd();
  }, [width, hasMore, last, rows.length, across, onEnd]);
  useEffect(() => {
    if (active >= 0) virtualizer.scrollToIndex(Math.floor(active / across));
  }, [active, across, virtualizer]);
  return (
    <ul className="image-grid" aria-label="Executions" style={{ height: virtualizer.getTotalSize() }}>
      {items.flatMap(({ index, start }) =>
        rows.slice(index * across, (index + 1) * across).map((execution, at) => {
          const { id, inputFileName, status, createdAt } = execution;
          const position = index * across + at;
          const left = GAP_PX + at * (cardPx + GAP_PX);
          return (
            <li
              key={id}
              data-index={position}
              data-active={position === active || undefined}
              data-selected={selection.has(id) || undefined}
              style={{ width: cardPx, transform: `translate(${left}px, ${start}px)` }}
            >
              <Thumbnail execution={execution} place="card" />
              <label className="tick-box">
                <input
                  type="checkbox"
                  checked={selection.has(id)}
                  onChange={({ nativeEvent }) =>
                    selection.toggle(position, (nativeEvent as MouseEvent).shiftKey)
                  }
                />
                <span className="hidden">Select {inputFileName}</span>
              </label>
              <RowLink id={id} name={inputFileName} links={links} />
              <span className="sub">
                <StatusBadge status={status} />
                <RelativeTime at={createdAt} />
              </span>
            </li>
          );
        }),
      )}
    </ul>
  );
};
