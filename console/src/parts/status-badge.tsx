import type { Status } from 'darkroom-client';

export const STATUS_LABELS: Record<Status, string> = {
  CREATED: 'Queued',
  ACTIVE: 'Running',
  COMPLETED: 'Completed',
  IN_QA: 'In review',
  PAYMENT_REQUIRED: 'Credits needed',
  FAILED: 'Failed',
};

export const IN_REVIEW = 'A reviewer checks the result before it is released.';

export const StatusBadge = ({ status }: { status: Status }) => (
  <span className="status" data-status={status}>
    {STATUS_LABELS[status]}
  </span>
);
