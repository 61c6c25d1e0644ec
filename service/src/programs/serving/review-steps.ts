import { Refusal } from '../../domain/errors.ts';
import { lotStepsIn } from '../../postgres/review/lots.ts';
import type { Foundation } from './foundation.ts';

const EVERY_MS = 1_000;

/** Forms, decides and settles the lots of acceptance sampling every second. Every worker does this. */
export const startReviewSteps = ({
  config,
  database,
  reportError,
}: Foundation): { close(): Promise<void> } => {
  const step = lotStepsIn(database, { quietMs: config.reviewQuietMs });
  let stepping: Promise<void> | undefined;
  const timer = setInterval(() => {
    stepping ??= step()
      .catch((error) => {
        // While the database is away, the next step does what this one missed.
        if (!(error instanceof Refusal && error.code === 'unavailable'))
          reportError(error, { problem: 'The lots of results in review were not looked at.' });
      })
      .finally(() => {
        stepping = undefined;
      });
  }, EVERY_MS);
  return {
    close: async () => {
      clearInterval(timer);
      await stepping;
    },
  };
};
