import { DELIVERY_STATUSES } from './delivery-filter.ts';
import type { Delivery } from './events.ts';

/** The execution status whose badge colour is used for each delivery status. */
const COLOUR_STATUS: Record<Delivery['status'], string> = {
  pending: 'ACTIVE',
  held: 'CREATED',
  delivered: 'COMPLETED',
  gave_up: 'FAILED',
  stopped: 'FAILED',
};

export const DeliveryStatus = ({ status, attemptCount }: Pick<Delivery, 'status' | 'attemptCount'>) => (
  <span className="status" data-status={COLOUR_STATUS[status]}>
    {status === 'pending' && attemptCount > 0 ? 'Retrying' : DELIVERY_STATUSES[status]}
  </span>
);
