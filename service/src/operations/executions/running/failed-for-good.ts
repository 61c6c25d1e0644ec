import type { ExecutionError } from '../../../domain/executions/execution.ts';

export const MAX_LANE_ATTEMPTS = 3;

export const ATTEMPTS_EXHAUSTED: ExecutionError = {
  code: 'attempts_exhausted',
  message: `The processing stopped without a result ${MAX_LANE_ATTEMPTS} times. Check the input image, then retry.`,
  component: null,
};
/** `input` is the key of the input image: `default`, `1`, `2`, ... */
export const inputMissing = (input: string): ExecutionError => ({
  code: 'input_missing',
  message: `The input ${input} is missing or damaged in the store. Upload the same image again, then retry.`,
  component: null,
});
export const SYSTEM_ERROR: ExecutionError = {
  code: 'system_error',
  message: 'The image could not be read or stored because of a fault of the system. Retry later.',
  component: null,
};
