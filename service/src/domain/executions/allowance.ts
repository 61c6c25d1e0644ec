import type { BatchId } from '../ids.ts';
import type { ExecutionError, ExecutionErrorCode } from './execution.ts';

/** The reason why an execution cannot be paid now. */
export type UnpaidReason = Extract<ExecutionErrorCode, 'credits_short' | 'budget_reached'>;

/** The `error` of a PAYMENT_REQUIRED execution, by reason. */
export const UNPAID_ERRORS: Record<UnpaidReason, ExecutionError> = {
  credits_short: {
    code: 'credits_short',
    message: 'The organization has too few credits for this execution. Add credits, then retry it.',
    component: null,
  },
  budget_reached: {
    code: 'budget_reached',
    message: 'The budget of the batch does not cover this execution. Raise the budget of the batch.',
    component: null,
  },
};

/** Pays for one execution after the other, while the credits and the budgets of the batches last. */
export const openAllowance = (spendable: number, budgetsLeft: ReadonlyMap<BatchId, number>) => {
  let credits = spendable;
  const budgets = new Map(budgetsLeft);
  return {
    /** Takes the price, or returns why it cannot be paid; then nothing is taken. */
    take: (price: number, batch: BatchId | undefined): UnpaidReason | undefined => {
      const left = batch && budgets.get(batch);
      // Checks the budget first: more credits would not help an execution that the budget blocks.
      if (left !== undefined && price > left) return 'budget_reached';
      if (price > credits) return 'credits_short';
      credits -= price;
      if (batch && left !== undefined) budgets.set(batch, left - price);
      return undefined;
    },
  };
};
