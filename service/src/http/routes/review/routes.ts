import { changeBatchPlan, readBatchPlan } from './batch-plan.ts';
import { claimReviews, readQueue, releaseReviews, renewReviews } from './queue.ts';
import { changeRejectCodes, readRejectCodes } from './reject-codes.ts';
import { readReviewStats } from './stats.ts';
import { streamQueue } from './stream.ts';

export const reviewRoutes = [
  readQueue,
  claimReviews,
  renewReviews,
  releaseReviews,
  readReviewStats,
  streamQueue,
  readBatchPlan,
  changeBatchPlan,
  readRejectCodes,
  changeRejectCodes,
];
