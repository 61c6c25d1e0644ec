import { deleteExpired, expiringRows } from '../../postgres/expiry.ts';
import type { Foundation } from './foundation.ts';

const EVERY_MS = 60_000;

/** Deletes expired rows every minute. Every process of the service does this, and they do not block each other. */
export const startExpiry = ({ config, database, reportError }: Foundation): { close(): Promise<void> } => {
  const closing = new AbortController();
  const sweep = async () => {
    for (const expiring of expiringRows(config)) await deleteExpired(database.run, expiring, closing.signal);
  };
  let sweeping = Promise.resolve();
  const timer = setInterval(() => {
    sweeping = sweeping
      .then(sweep)
      .catch((error) =>
        reportError(error, { problem: 'Expired rows were not deleted; the next attempt is in a minute.' }),
      );
  }, EVERY_MS);
  return {
    close: async () => {
      clearInterval(timer);
      closing.abort();
      await sweeping;
    },
  };
};
