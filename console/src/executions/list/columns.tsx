import { columnVisibilityFeature, createColumnHelper, tableFeatures } from '@tanstack/react-table';
import type { Execution } from 'darkroom-client';
import { createContext, useContext } from 'react';
import { count, duration } from '../../format.ts';
import { RelativeTime } from '../../parts/relative-time.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { ERROR_CODES } from '../error-codes.ts';

export const features = tableFeatures({ columnVisibilityFeature });

const helper = createColumnHelper<typeof features, Execution>();

/** The names of batches by id, loaded once for all rows. */
export const BatchNames = createContext<ReadonlyMap<string, string | null> | undefined>(undefined);

const BatchName = ({ labels }: { labels: Execution['labels'] }) => {
  const names = useContext(BatchNames);
  const { service_batch_name: name, service_batch_id: id } = labels;
  return <span className="cut">{name || (id && names?.get(id)) || id || '–'}</span>;
};

/** The columns of the table except the name. `meta.width` is the width of the column, as a track of the CSS grid. */
export const columns = helper.columns([
  helper.accessor('status', {
    header: 'Status',
    cell: ({ row: { original } }) => (
      <>
        <StatusBadge status={original.status} />
        {original.error && (
          <span className="cut sub" title={original.error.message}>
            {ERROR_CODES[original.error.code]}
          </span>
        )}
      </>
    ),
  }),
  helper.accessor('workflowName', {
    header: 'Workflow',
    cell: ({ getValue }) => <span className="cut">{getValue()}</span>,
  }),
  helper.accessor('labels', {
    id: 'batch',
    header: 'Batch',
    cell: ({ getValue }) => <BatchName labels={getValue()} />,
  }),
  helper.accessor('createdAt', {
    header: 'Created',
    cell: ({ getValue }) => <RelativeTime at={getValue()} />,
  }),
  helper.accessor(({ startedAt, finishedAt }) => startedAt && finishedAt && duration(startedAt, finishedAt), {
    id: 'duration',
    header: 'Duration',
    cell: ({ getValue }) => getValue() || '–',
  }),
  helper.accessor('chargedCredits', {
    id: 'credits',
    header: 'Credits',
    cell: ({ getValue }) => (getValue() === null ? '–' : count(getValue() ?? 0)),
  }),
]);

/** The width of each column, as a track of the CSS grid. */
export const WIDTHS: Record<string, string> = {
  status: 'minmax(150px, 1.5fr)',
  workflowName: 'minmax(110px, 1.2fr)',
  batch: 'minmax(90px, 1fr)',
  createdAt: '112px',
  duration: '84px',
  credits: '72px',
};
