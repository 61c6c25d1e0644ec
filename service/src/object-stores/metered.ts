import { METRICS, timed } from '../metrics/metrics.ts';
import type { ObjectStore } from '../ports/images/object-store.ts';

const MEASURED = ['keep', 'path', 'has', 'readInto', 'readDraft', 'remove'] as const;

/** The given store, with the time and the failures of its operations in the metrics. */
export const metered = (store: ObjectStore): ObjectStore => {
  const measured = MEASURED.map((operation) => {
    const call = store[operation] as (...given: unknown[]) => Promise<unknown>;
    const counted = (...given: unknown[]) =>
      timed(METRICS.storeSeconds, { operation }, () => call(...given)).catch((error) => {
        METRICS.storeErrors.inc({ operation });
        throw error;
      });
    return [operation, counted];
  });
  return { ...store, ...Object.fromEntries(measured) };
};
