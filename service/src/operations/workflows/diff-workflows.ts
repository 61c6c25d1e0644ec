import { isDeepStrictEqual } from 'node:util';
import type { WorkflowVersionId } from '../../domain/ids.ts';
import type { QaSampling } from '../../domain/review/sampling-plan.ts';
import type { Step, StepCondition, Workflow, WorkflowInputs } from '../../domain/workflows/workflow.ts';

type Change<Value> = { before: Value; after: Value };
type PlacedStep = Step & { position: number };
type Input = WorkflowInputs[string];

/** The differences between two versions of a workflow. Positions count from 0. Steps are matched by their ids. */
export type WorkflowDiff = {
  from: WorkflowVersionId;
  to: WorkflowVersionId;
  /** Each of these five fields is undefined when it is the same in both versions. */
  name?: Change<string>;
  executionPrice?: Change<number>;
  qa?: Change<string>;
  qaSampling?: Change<QaSampling | null>;
  resultNames?: Change<string | null>;
  inputs: {
    added: ({ name: string } & Input)[];
    removed: ({ name: string } & Input)[];
    changed: ({ name: string } & Change<Input>)[];
  };
  steps: {
    added: PlacedStep[];
    removed: PlacedStep[];
    /** The fewest steps that must be moved to bring the common steps into the new order. */
    moved: ({ id: string; component: string } & Change<number>)[];
    changed: ChangedStep[];
  };
};

type ChangedStep = {
  id: string;
  component: string;
  /** The changed parameters. The value is null for a version that does not have the parameter. */
  params: ({ name: string } & Change<unknown>)[];
  /** The condition of the step, if it changed; null where the step has none. */
  when?: Change<StepCondition | null>;
  /** The named output of the step, if it changed; null where the step has none. */
  output?: Change<string | null>;
};

/** Compares two versions of a workflow. A step that got another component counts as removed and added. */
export const diffWorkflows = (before: Workflow, after: Workflow): WorkflowDiff => ({
  from: before.version,
  to: after.version,
  ...changed('name', before.name, after.name),
  ...changed('executionPrice', before.priceInCredits, after.priceInCredits),
  ...changed('qa', before.qa, after.qa),
  ...changed('qaSampling', before.qaSampling ?? null, after.qaSampling ?? null),
  ...changed('resultNames', before.resultNames ?? null, after.resultNames ?? null),
  inputs: diffInputs(before.inputs, after.inputs),
  steps: diffSteps(before.steps, after.steps),
});

const changed = <Name extends string, Value>(name: Name, before: Value, after: Value) =>
  (isDeepStrictEqual(before, after) ? {} : { [name]: { before, after } }) as {
    [Key in Name]?: Change<Value>;
  };

const diffInputs = (before: WorkflowInputs, after: WorkflowInputs): WorkflowDiff['inputs'] => {
  const onlyIn = (inputs: WorkflowInputs, others: WorkflowInputs) =>
    Object.entries(inputs)
      .filter(([name]) => !Object.hasOwn(others, name))
      .map(([name, input]) => ({ name, ...input }));
  return {
    added: onlyIn(after, before),
    removed: onlyIn(before, after),
    changed: Object.entries(before).flatMap(([name, input]) => {
      const now = Object.hasOwn(after, name) ? after[name] : undefined;
      return now && !isDeepStrictEqual(input, now) ? [{ name, before: input, after: now }] : [];
    }),
  };
};

const diffSteps = (before: readonly Step[], after: readonly Step[]): WorkflowDiff['steps'] => {
  const onlyIn = (steps: readonly Step[], others: readonly Step[]): PlacedStep[] =>
    steps
      .map((step, position) => ({ ...step, position }))
      .filter((step) => !others.some((other) => isSameStep(step, other)));
  const common = before.flatMap((step, position) => {
    const now = after.findIndex((other) => isSameStep(step, other));
    return now < 0 ? [] : [{ step, position, now }];
  });
  const inOrder = longestRising(common.map(({ now }) => now));
  return {
    added: onlyIn(after, before),
    removed: onlyIn(before, after),
    moved: common
      .filter(({ now }) => !inOrder.has(now))
      .map(({ step: { id, component }, position, now }) => ({ id, component, before: position, after: now })),
    changed: common.flatMap(({ step, now }) => diffStep(step, after[now]!)),
  };
};

const isSameStep = (one: Step, other: Step): boolean =>
  one.id === other.id && one.component === other.component;

const diffStep = (before: Step, after: Step): ChangedStep[] => {
  const names = [...new Set([...Object.keys(before.params), ...Object.keys(after.params)])];
  const params = names
    .map((name) => ({ name, before: before.params[name] ?? null, after: after.params[name] ?? null }))
    .filter((param) => !isDeepStrictEqual(param.before, param.after));
  const when = changed('when', before.when ?? null, after.when ?? null);
  const output = changed('output', before.output ?? null, after.output ?? null);
  if (params.length === 0 && !when.when && !output.output) return [];
  return [{ id: before.id, component: before.component, params, ...when, ...output }];
};

/** The members of the longest increasing subsequence. Workflows have at most 50 steps, so this is fast enough. */
const longestRising = (numbers: readonly number[]): ReadonlySet<number> => {
  const endingAt: number[][] = [];
  for (const number of numbers) {
    const before = endingAt.filter((run) => run.at(-1)! < number);
    endingAt.push([...longest(before), number]);
  }
  return new Set(longest(endingAt));
};

const longest = (runs: readonly number[][]): number[] =>
  runs.reduce<number[]>((best, run) => (run.length > best.length ? run : best), []);
