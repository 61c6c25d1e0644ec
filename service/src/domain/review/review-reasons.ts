import { UNSURE_BELOW } from '../executions/trace.ts';
import { QA_MODES, type QaMode } from '../workflows/workflow.ts';
import { type Aql, DEFAULT_SAMPLING, type QaSampling } from './sampling-plan.ts';

/**
 * The reasons why a result is in review. `lot`: the result waits for the outcome of its lot, and no person
 * looks at it unless the lot is refused. With every other reason, the result is in the queue of the
 * reviewers.
 */
const REVIEW_REASONS = ['all', 'unsure', 'again', 'lot', 'sample', 'refused-lot'] as const;
export type ReviewReason = (typeof REVIEW_REASONS)[number];
/** The reasons of results in the queue. */
export const QUEUE_REASONS = REVIEW_REASONS.filter((reason) => reason !== 'lot');

/** The review that a new result needs, by mode; null: none. `unsure`: a step reported a low confidence. */
export const REVIEW_OF: Record<QaMode, Record<'sure' | 'unsure', ReviewReason | null>> = {
  off: { sure: null, unsure: null },
  unsure: { sure: null, unsure: 'unsure' },
  sample: { sure: 'lot', unsure: 'unsure' },
  all: { sure: 'all', unsure: 'all' },
};

/** True when a result needs a look. `confidence` is the lowest that a step reported, if any did. */
export const isUnsure = (confidence: number | undefined): boolean =>
  confidence !== undefined && confidence < UNSURE_BELOW;

/** The review of the results of a workflow or a batch. `sampling` applies only in the mode `sample`. */
export type QaPlan = { mode: QaMode; sampling: QaSampling | null };

/**
 * The plan of a batch. With `mayWeaken` it replaces the plan of each workflow; otherwise it only adds to the review
 * that each workflow has.
 */
export type BatchQaPlan = QaPlan & { mayWeaken: boolean };

/** The plan in force for the results of a workflow in a batch. */
export const planInForce = (workflow: QaPlan, batch: BatchQaPlan | null): QaPlan => {
  if (!batch) return workflow;
  if (batch.mayWeaken) return { mode: batch.mode, sampling: batch.sampling };
  const modes = [workflow.mode, batch.mode].sort((a, b) => QA_MODES.indexOf(b) - QA_MODES.indexOf(a));
  const samplings = [workflow, batch]
    .filter(({ mode }) => mode === 'sample')
    .map(({ sampling }) => sampling ?? DEFAULT_SAMPLING);
  const strictest = samplings.reduce<QaSampling | null>(
    (most, { aql, lotSize }) =>
      most
        ? { aql: Math.min(aql, most.aql) as Aql, lotSize: Math.min(lotSize, most.lotSize) }
        : { aql, lotSize },
    null,
  );
  return { mode: modes[0] as QaMode, sampling: strictest };
};

/** True when `to` has fewer results reviewed than `from`, or accepts a higher fraction of rejects. */
export const weakensReview = (from: QaPlan, to: QaPlan): boolean => {
  const change = QA_MODES.indexOf(to.mode) - QA_MODES.indexOf(from.mode);
  if (change !== 0 || to.mode !== 'sample') return change < 0;
  const [before, after] = [from.sampling ?? DEFAULT_SAMPLING, to.sampling ?? DEFAULT_SAMPLING];
  return after.aql > before.aql || after.lotSize > before.lotSize;
};
