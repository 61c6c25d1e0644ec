import { approve } from './approve.ts';
import { bulkRoutes } from './bulk.ts';
import { cancel } from './cancel.ts';
import { create } from './create.ts';
import { createMany } from './create-many.ts';
import { feedback } from './feedback.ts';
import { get } from './get.ts';
import { list } from './list.ts';
import { redo } from './redo.ts';
import { reject } from './reject.ts';
import { namedResult, result } from './result.ts';
import { retry } from './retry.ts';
import { reviews } from './reviews.ts';
import { status } from './status.ts';
import { stepPreview } from './step-preview.ts';
import { trace } from './trace.ts';

export const executionRoutes = [
  create,
  createMany,
  list,
  get,
  status,
  result,
  namedResult,
  retry,
  cancel,
  approve,
  reject,
  redo,
  reviews,
  feedback,
  trace,
  stepPreview,
  ...bulkRoutes,
];
