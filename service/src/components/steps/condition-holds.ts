import type { StepCondition } from '../../domain/workflows/workflow.ts';
import type { StepImageFacts } from '../definition/component.ts';

type Test<Name extends keyof StepCondition> = (
  bound: NonNullable<StepCondition[Name]>,
  facts: StepImageFacts,
) => boolean;

const TESTS: { [Name in keyof StepCondition]-?: Test<Name> } = {
  minWidth: (bound, { width }) => width >= bound,
  maxWidth: (bound, { width }) => width <= bound,
  minHeight: (bound, { height }) => height >= bound,
  maxHeight: (bound, { height }) => height <= bound,
  minRatio: (bound, { width, height }) => width / height >= bound,
  maxRatio: (bound, { width, height }) => width / height <= bound,
  hasAlpha: (wanted, { hasAlpha }) => hasAlpha === wanted,
  format: (wanted, { format }) => format === wanted,
};

export const CONDITION_NAMES = Object.keys(TESTS) as (keyof StepCondition)[];

/** True when the image that enters the step meets every part of the condition. */
export const conditionHolds = (condition: StepCondition, facts: StepImageFacts): boolean =>
  CONDITION_NAMES.every((name) => {
    const bound = condition[name];
    return (
      bound === undefined || (TESTS[name] as (bound: unknown, facts: StepImageFacts) => boolean)(bound, facts)
    );
  });
