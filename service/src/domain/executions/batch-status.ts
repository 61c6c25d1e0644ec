/**
 * The statuses of a batch. `closed`: no more executions are expected, and some are unfinished. An execution that is
 * created later opens a completed or closed batch again.
 */
export const BATCH_STATUSES = ['empty', 'running', 'paused', 'completed', 'closed'] as const;
export type BatchStatus = (typeof BATCH_STATUSES)[number];
