import { holdBatch, releaseBatch } from './hold.ts';
import { changeRetentionRules, readRetentionRules } from './rules.ts';
import { readStorage } from './storage.ts';

export const retentionRoutes = [
  readRetentionRules,
  changeRetentionRules,
  readStorage,
  holdBatch,
  releaseBatch,
];
