import { BASE_PRICE_IN_CREDITS, type Step } from '../../domain/workflows/workflow.ts';
import { findComponent } from '../registry.ts';

/** The price of an execution of these steps, for workflows that set no price of their own. */
export const priceOf = (steps: readonly Pick<Step, 'component'>[]): number =>
  steps.reduce((sum, { component }) => sum + (findComponent(component)?.credits ?? 0), BASE_PRICE_IN_CREDITS);
