import './segmented-bar.css';
import type { Status } from 'darkroom-client';
import { count } from '../format.ts';
import { STATUS_LABELS } from '../parts/status-badge.tsx';
import type { Batch } from './batches.ts';

/** The order of the statuses in the bar: from done to not begun, as work moves from right to left. */
export const BAR_ORDER: readonly Status[] = [
  'COMPLETED',
  'IN_QA',
  'FAILED',
  'PAYMENT_REQUIRED',
  'ACTIVE',
  'CREATED',
];

/**
 * The fraction of each status in a batch. Executions that are expected but not yet created leave the rest of the bar
 * empty.
 */
export const SegmentedBar = ({ batch }: { batch: Pick<Batch, 'counts' | 'total' | 'expected'> }) => {
  const whole = Math.max(batch.total, batch.expected ?? 0, 1);
  const parts = BAR_ORDER.filter((status) => batch.counts[status] > 0);
  const words = parts.map(
    (status) => `${count(batch.counts[status])} ${STATUS_LABELS[status].toLowerCase()}`,
  );
  return (
    <div className="status-segments" role="img" aria-label={words.join(', ') || 'No images yet'}>
      {parts.map((status) => (
        <span
          key={status}
          data-status={status}
          title={`${STATUS_LABELS[status]}: ${count(batch.counts[status])}`}
          style={{ width: `${(100 * batch.counts[status]) / whole}%` }}
        />
      ))}
    </div>
  );
};
