import { collectObjects, recordUnknownObjects } from '../../operations/retention/collect-objects.ts';
import { defaultRules } from '../../operations/retention/default-rules.ts';
import { finishErasures } from '../../operations/retention/erase.ts';
import { completeBatches } from '../../postgres/batches/complete.ts';
import { resumeUnpaid } from '../../postgres/batches/resume.ts';
import { SUM_UP_BATCH_COUNTS } from '../../postgres/batches/sum-up.ts';
import { takeBulkActionStep } from '../../postgres/executions/bulk-actions.ts';
import { SUM_UP_COUNTS } from '../../postgres/executions/counts.ts';
import { SAMPLE_THROUGHPUT } from '../../postgres/queue-depth.ts';
import { erasuresIn } from '../../postgres/retention/erasures.ts';
import { beginIfDueIn, objectReferencesIn } from '../../postgres/retention/object-references.ts';
import { deleteRefusedImages } from '../../postgres/retention/refused-images.ts';
import { sweepNext } from '../../postgres/retention/sweep.ts';
import { lotStepsIn } from '../../postgres/review/lots.ts';
import { reportWaitingResults } from '../../postgres/review/report-waiting.ts';
import { reportLowCredits } from '../../postgres/usage/credits-low.ts';
import { rollUpUsage } from '../../postgres/usage/roll-up.ts';
import { untilDone } from './chores.ts';
import type { Foundation } from './foundation.ts';

/**
 * The background work of a worker, besides running executions. The first of the living workers does most of it. Several
 * workers may do the same work at once: each step is one transaction, and row locks let only one worker take it.
 */
export const workerChores = ({
  config,
  database,
  objects,
}: Pick<Foundation, 'config' | 'database' | 'objects'>) => {
  const collecting = {
    objects,
    references: objectReferencesIn(database),
    beginIfDue: beginIfDueIn(database),
  };
  const takeLotSteps = lotStepsIn(database, { quietMs: config.reviewQuietMs });
  return {
    counts: {
      name: 'Summing up the counts of executions',
      everyMs: 5_000,
      run: () => database.run(SUM_UP_COUNTS, []),
    },
    throughput: {
      name: 'Measuring the throughput',
      everyMs: 5_000,
      run: () => database.run(SAMPLE_THROUGHPUT, []),
    },
    usage: {
      name: 'Rolling up the usage',
      everyMs: 2_000,
      run: async () => {
        await rollUpUsage(database);
        await reportLowCredits(database);
      },
    },
    batches: {
      name: 'Completing batches',
      everyMs: 1_000,
      run: async (closing: AbortSignal) => {
        await database.run(SUM_UP_BATCH_COUNTS, []);
        await untilDone(closing, () => completeBatches(database, config.batchQuietMs));
      },
    },
    resumeJobs: {
      name: 'Resuming unpaid executions',
      everyMs: 1_000,
      run: (closing: AbortSignal) => untilDone(closing, () => resumeUnpaid(database)),
    },
    lots: { name: 'Sampling the results in review', everyMs: 1_000, run: () => takeLotSteps() },
    waiting: {
      name: 'Reporting results that wait for review',
      everyMs: 1_000,
      run: () => reportWaitingResults(database),
    },
    objects: {
      name: 'Deleting objects that nothing refers to',
      everyMs: 60_000,
      run: async (closing: AbortSignal) => {
        await recordUnknownObjects(collecting, closing);
        await deleteRefusedImages(database);
        await collectObjects(collecting, closing);
      },
    },
    retention: {
      name: 'Deleting what is older than the retention rules allow',
      everyMs: 60_000,
      run: (closing: AbortSignal) =>
        untilDone(closing, () => sweepNext(database, defaultRules(config), closing)),
    },
    erasures: {
      name: 'Carrying out requested deletions',
      everyMs: 2_000,
      run: (closing: AbortSignal) => finishErasures({ erasures: erasuresIn(database) }, closing),
    },
    // A notification starts this chore at once. The interval finds bulk actions whose notification was lost, or whose
    // worker died.
    bulk: {
      name: 'Running bulk calls',
      everyMs: 1_000,
      run: (closing: AbortSignal) => untilDone(closing, () => takeBulkActionStep(database)),
    },
  };
};
