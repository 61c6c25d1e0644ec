import { completeBatches } from '../../postgres/batches/complete.ts';
import { resumeUnpaid } from '../../postgres/batches/resume.ts';
import { SUM_UP_BATCH_COUNTS } from '../../postgres/batches/sum-up.ts';
import type { Foundation } from './foundation.ts';

const EVERY_MS = 1_000;

/**
 * Keeps the batches once a second: sums up their counters, decides which are completed, and lets unpaid executions go
 * on after credits were added or a budget was raised. Every worker does this, and they do not double each other's work.
 */
export const startBatchKeeping = ({
  config,
  database,
  reportError,
}: Pick<Foundation, 'config' | 'database' | 'reportError'>): { close(): Promise<void> } => {
  let closing = false;
  const untilDone = async (step: () => Promise<boolean>) => {
    while (!closing && (await step()));
  };
  const keep = async () => {
    await database.run(SUM_UP_BATCH_COUNTS, []);
    await untilDone(() => completeBatches(database, config.batchQuietMs));
    await untilDone(() => resumeUnpaid(database));
  };
  let keeping: Promise<void> | undefined;
  const timer = setInterval(() => {
    keeping ??= keep()
      .catch((error) =>
        reportError(error, { problem: 'The batches were not kept; the next attempt is in a second.' }),
      )
      .finally(() => {
        keeping = undefined;
      });
  }, EVERY_MS);
  return {
    close: async () => {
      closing = true;
      clearInterval(timer);
      await keeping;
    },
  };
};
