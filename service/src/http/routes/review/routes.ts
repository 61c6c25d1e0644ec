import { changeBatchPlan, readBatchPlan } from './batch-plan.ts';
import { claimReviews, readQueue, releaseReviews, renewReviews } from './queue.ts';
import { changeRejectCodes, readRejectCodes } from './reject-codes.ts';

export const reviewRoutes = [
  readQueue,
  claimReviews,
  renewReviews,
  releaseReviews,
  readBatchPlan,
  changeBatchPlan,
  readRejectCodes,
  changeRejectCodes,
];
