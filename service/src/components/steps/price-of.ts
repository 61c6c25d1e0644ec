import { BASE_PRICE_IN_CREDITS, type Step } from '../../domain/workflows/workflow.ts';
import { findComponent } from '../registry.ts';

/** What an execution of these steps costs when the workflow names no price of its own. */
export const priceOf = (steps: readonly Pick<Step, 'component'>[]): number =>
  steps.reduce((sum, { component }) => sum + (findComponent(component)?.credits ?? 0), BASE_PRICE_IN_CREDITS);
