import { findComponent } from '../../components/registry.ts';
import { costOf } from '../../components/steps/cost-of.ts';
import { notFound, Refusal } from '../../domain/errors.ts';
import type { Execution } from '../../domain/executions/execution.ts';
import { AT_INPUT, type AttemptTrace, type StepsTrace } from '../../domain/executions/trace.ts';
import { type ExecutionId, isUuid, type OrganizationId } from '../../domain/ids.ts';
import { RESERVED_STEP_ID, type Step, stepsWithSettings } from '../../domain/workflows/workflow.ts';
import type { Executions } from '../../ports/executions.ts';
import type { Previews } from '../../ports/previews.ts';
import type { Workflows } from '../../ports/workflows.ts';
import type { Replays } from '../previews/replays.ts';
import { costedInput } from './costed-input.ts';

type World = {
  executions: Executions;
  workflows: Workflows;
  previews: Previews;
  replays: Replays;
  config: { previewDays: number };
};

export type Viewer = { organizationId: OrganizationId; mayReview: boolean; now: Date };

export type TraceOfExecution = {
  execution: Execution;
  steps: readonly Step[];
  /** Undefined where no attempt has come to an end. */
  trace: AttemptTrace | undefined;
  /** What a second run showed; undefined when there was none. */
  replay: StepsTrace | undefined;
  /** What it was expected to take. */
  expectedMs: number;
  /** Whether this viewer may see what the steps made. */
  mayLook: boolean;
};

/** What happened in an execution's last attempt that came to an end. */
export const traceOfExecution = async (
  world: World,
  viewer: Viewer,
  id: ExecutionId,
  signal: AbortSignal,
): Promise<TraceOfExecution> => {
  const { execution, trace } = await findTraced(world, viewer, id);
  const { steps } = await world.workflows.version(execution.workflowVersion);
  const kept = trace !== undefined && !isOver(execution, world.config.previewDays, viewer.now);
  const replay = kept ? await replayIfPossible(world.replays, execution, trace, signal) : undefined;
  const mayLook = kept && !isHidden(execution, trace, viewer);
  const expected = costOf(
    stepsWithSettings(steps, execution.settings),
    costedInput(execution.inputs.default),
  );
  return { execution, steps, trace, replay, expectedMs: expected.ms, mayLook };
};

/** A trace without the sizes of joined steps is better than none. */
const replayIfPossible = (...[replays, ...call]: [Replays, ...Parameters<Replays['of']>]) =>
  replays.of(...call).catch((error) => {
    if (error instanceof Refusal && error.code === 'unavailable') return undefined;
    throw error;
  });

export type StepPreview = { bytes: Buffer /** Changes with what is shown. */; tag: string };

/** A small picture of what a step made; with `input`, of the picture as it came in. */
export const previewOfStep = async (
  world: World,
  viewer: Viewer,
  id: ExecutionId,
  stepId: string,
  signal: AbortSignal,
): Promise<StepPreview> => {
  const { execution, trace } = await findTraced(world, viewer, id);
  const { steps } = await world.workflows.version(execution.workflowVersion);
  const position = positionOf(steps, stepId);
  if (position === undefined) throw notFound(`The step ${stepId}`);
  if (!trace)
    throw missing('The execution has not come to an end yet. There are pictures of its steps afterwards.');
  const { previewDays } = world.config;
  if (isOver(execution, previewDays, viewer.now))
    throw missing(
      `Pictures of the steps are kept for ${previewDays} days. Run the execution again to see them.`,
    );
  if (position !== AT_INPUT && isHidden(execution, trace, viewer))
    throw new Refusal('forbidden', 'What a reviewer has not approved is shown to reviewers only.');
  const seen = await world.replays.of(execution, trace, signal);
  const shown = shownFor(position, steps, seen);
  const bytes = await world.previews.read({ id: execution.id, attempt: trace.attempt }, shown);
  if (!bytes) throw missing(`The execution did not come to the end of the step ${stepId}.`);
  return { bytes, tag: `${execution.id}.${trace.attempt}.${shown}` };
};

const findTraced = async ({ executions }: World, { organizationId }: Viewer, id: ExecutionId) => {
  const found = isUuid(id) ? await executions.findTraced(organizationId, id) : undefined;
  if (!found) throw notFound('This execution');
  return found;
};

const DAY_MS = 86_400_000;

const isOver = ({ finishedAt }: Execution, days: number, now: Date): boolean =>
  finishedAt !== null && now.getTime() - finishedAt.getTime() >= days * DAY_MS;

/** The same rule as for the result: one that went to a reviewer is for reviewers until it is approved. */
const isHidden = ({ status }: Execution, { toReview }: AttemptTrace, { mayReview }: Viewer): boolean =>
  toReview === true && status !== 'COMPLETED' && !mayReview;

const positionOf = (steps: readonly Step[], id: string): number | undefined => {
  if (id === RESERVED_STEP_ID) return AT_INPUT;
  const position = steps.findIndex((step) => step.id === id);
  return position < 0 ? undefined : position;
};

/** A step that was skipped left the picture as it was. */
const shownFor = (position: number, steps: readonly Step[], { steps: seen }: StepsTrace): number => {
  if (!seen[position]?.skipped) return position;
  const before = steps.slice(0, position).findLastIndex((step, index) => {
    const component = findComponent(step.component);
    return !seen[index]?.skipped && !component?.encode && !component?.annotate;
  });
  return before < 0 ? AT_INPUT : before;
};

const missing = (message: string) => new Refusal('not_found', message);
