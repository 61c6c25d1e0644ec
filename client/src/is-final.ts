import type { Status } from './operation.ts';

const FINAL: readonly Status[] = ['COMPLETED', 'FAILED', 'PAYMENT_REQUIRED'];

/** True for a status that an execution leaves only by a retry. */
export const isFinal = (status: Status): boolean => FINAL.includes(status);
