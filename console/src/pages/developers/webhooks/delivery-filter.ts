/** The statuses of a delivery, in words. */
export const DELIVERY_STATUSES = {
  pending: 'Waiting',
  held: 'Held',
  delivered: 'Delivered',
  gave_up: 'Failed',
  stopped: 'Stopped',
} as const;
type Status = keyof typeof DELIVERY_STATUSES;

/** The search parameters of the deliveries page: the filter of the list, its page, and the delivery that is open. */
export type DeliverySearch = {
  status?: Status;
  type?: string;
  endpoint?: string;
  execution?: string;
  offset?: number;
  open?: string;
};

const TEXTS = ['type', 'endpoint', 'execution', 'open'] as const;
const isStatus = (value: unknown): value is Status =>
  typeof value === 'string' && Object.hasOwn(DELIVERY_STATUSES, value);

/** Reads the search parameters of the address. Leaves out invalid ones. */
export const deliveryFilterOf = (search: Record<string, unknown>): DeliverySearch => {
  const { status, offset } = search;
  const texts = TEXTS.flatMap((name) => {
    const value = search[name];
    return typeof value === 'string' && value ? [[name, value]] : [];
  });
  return {
    ...(isStatus(status) ? { status } : {}),
    ...Object.fromEntries(texts),
    ...(typeof offset === 'number' && offset > 0 ? { offset: Math.floor(offset) } : {}),
  };
};
