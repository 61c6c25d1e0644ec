import { holdBatch, releaseBatch } from './hold.ts';
import { changeRetention, readRetention } from './rules.ts';
import { readStorage } from './storage.ts';

export const retentionRoutes = [readRetention, changeRetention, readStorage, holdBatch, releaseBatch];
