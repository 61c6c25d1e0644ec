import type { Execution } from 'darkroom-client';

export type ErrorCode = NonNullable<Execution['error']>['code'];

/** The meaning of each error code. The type of the API makes sure that none is missing. */
export const ERROR_CODES: Record<ErrorCode, string> = {
  input_unreadable: 'The image cannot be read',
  input_missing: 'The image is missing in the store',
  component_failed: 'A step failed',
  deadline_exceeded: 'It took too long',
  memory_exceeded: 'It needed too much memory',
  lane_crashed: 'The process crashed',
  attempts_exhausted: 'All attempts failed',
  system_error: 'A fault of the service',
  qa_rejected: 'A reviewer rejected it',
  canceled: 'Canceled',
  credits_short: 'Too few credits',
  budget_reached: 'The budget of the batch is used up',
};
