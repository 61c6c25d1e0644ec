import type { Execution } from 'darkroom-client';

export type ErrorCode = NonNullable<Execution['error']>['code'];

/** The meaning of each error code. The type of the API makes sure that none is missing. */
export const ERROR_CODES: Record<ErrorCode, string> = {
  input_unreadable: 'The image cannot be read',
  input_missing: 'The image is missing in the store',
  component_failed: 'A step failed',
  deadline_exceeded: 'Time limit exceeded',
  memory_exceeded: 'Memory limit exceeded',
  lane_crashed: 'The process crashed',
  attempts_exhausted: 'All attempts failed',
  system_error: 'Service error',
  qa_rejected: 'Rejected in review',
  canceled: 'Canceled',
  credits_short: 'Too few credits',
  budget_reached: 'Batch budget used up',
};
