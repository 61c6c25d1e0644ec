import type { ReactNode } from 'react';
import { ErrorNotice } from './notice.tsx';

export type Column<Entry> = {
  title: string;
  cell: (entry: Entry) => ReactNode;
  /** The content of the column head instead of the title, such as a checkbox for all rows. */
  head?: ReactNode;
  kind?: 'act' | 'nowrap' | 'number' | 'pick';
};

type Props<Entry> = {
  caption: string;
  columns: readonly Column<Entry>[];
  query: { data?: { entries: readonly Entry[] } | undefined; error: unknown; refetch: () => unknown };
  keyOf: (entry: Entry) => string;
  empty: ReactNode;
  /** Makes the rows less high, for long lists with one line in each row. */
  dense?: boolean;
};

const SKELETON_ROWS = [0, 1, 2];

/** Three rows of placeholders, while the entries are loading. */
export const SkeletonRows = ({ titles }: { titles: readonly string[] }) =>
  SKELETON_ROWS.map((row) => (
    <tr key={row}>
      {titles.map((title) => (
        <td key={title} data-label={title}>
          <span className="skeleton line" />
        </td>
      ))}
    </tr>
  ));

/** A table of entries with loading, error and empty states. On a phone each row becomes a small card. */
export function Listing<Entry>({ caption, columns, query, keyOf, empty, dense = false }: Props<Entry>) {
  const { data, error, refetch } = query;
  if (error && !data) return <ErrorNotice error={error} retry={() => refetch()} />;
  if (data?.entries.length === 0) return <div className="card flush">{empty}</div>;
  return (
    <div className="card flush">
      <table className={dense ? 'table dense' : 'table'} aria-busy={!data}>
        <caption className="hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ title, kind, head }) => (
              <th key={title} scope="col" className={kind}>
                {kind === 'act' ? <span className="hidden">{title}</span> : (head ?? title)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data ? (
            data.entries.map((entry) => (
              <tr key={keyOf(entry)}>
                {columns.map(({ title, kind, cell }) => (
                  <td key={title} className={kind} data-label={title}>
                    <div>{cell(entry)}</div>
                  </td>
                ))}
              </tr>
            ))
          ) : (
            <SkeletonRows titles={columns.map(({ title }) => title)} />
          )}
        </tbody>
      </table>
    </div>
  );
}
