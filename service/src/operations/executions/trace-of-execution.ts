import { findComponent } from '../../components/registry.ts';
import { costOf } from '../../components/steps/cost-of.ts';
import { notFound, Refusal } from '../../domain/errors.ts';
import type { Execution } from '../../domain/executions/execution.ts';
import { AT_INPUT, type AttemptTrace, type StepsTrace } from '../../domain/executions/trace.ts';
import { type ExecutionId, isUuid, type OrganizationId } from '../../domain/ids.ts';
import { RESERVED_STEP_ID, type Step, stepsWithSettings } from '../../domain/workflows/workflow.ts';
import type { Executions } from '../../ports/executions.ts';
import type { Previews } from '../../ports/images/previews.ts';
import type { Workflows } from '../../ports/workflows.ts';
import type { Replays } from '../previews/replays.ts';
import { costedInput } from './costed-input.ts';

type Ports = {
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
  /** The last finished attempt; undefined when none has finished. */
  trace: AttemptTrace | undefined;
  /** The trace of a second run made for the previews; undefined when there was none. */
  replay: StepsTrace | undefined;
  /** The predicted duration. */
  expectedMs: number;
  /** True when this viewer may see the images of the steps. */
  maySeeImages: boolean;
};

/**
 * Finds the trace of an execution's last finished attempt, and runs the steps again for what the attempt did
 * not record. With `isRecordedOnly` nothing runs: the trace of an earlier second run is used if there is one.
 */
export const traceOfExecution = async (
  ports: Ports,
  viewer: Viewer,
  id: ExecutionId,
  { signal, isRecordedOnly }: { signal: AbortSignal; isRecordedOnly: boolean },
): Promise<TraceOfExecution> => {
  const { execution, trace } = await findTraced(ports, viewer, id);
  const { steps } = await ports.workflows.version(execution.workflowVersion);
  const kept = trace !== undefined && !previewsExpired(execution, ports.config.previewDays, viewer.now);
  const replay = !kept
    ? undefined
    : isRecordedOnly
      ? await ports.previews.find({ id: execution.id, attempt: trace.attempt })
      : await replayIfPossible(ports.replays, execution, trace, signal);
  const maySeeImages = kept && !isHidden(execution, trace, viewer);
  const expected = costOf(
    stepsWithSettings(steps, execution.settings),
    costedInput(execution.inputs.default),
  );
  return { execution, steps, trace, replay, expectedMs: expected.ms, maySeeImages };
};

/**
 * Runs the steps again. Undefined when that is impossible now: the trace is then shown without the sizes of
 * joined steps.
 */
const replayIfPossible = (...[replays, ...call]: [Replays, ...Parameters<Replays['of']>]) =>
  replays.of(...call).catch((error) => {
    if (error instanceof Refusal && error.code === 'unavailable') return undefined;
    throw error;
  });

type StepPreview = { bytes: Buffer /** The ETag: changes with the image. */; tag: string };

/** A small image of a step's output; for the step id `input`, of the input image. */
export const previewOfStep = async (
  ports: Ports,
  viewer: Viewer,
  id: ExecutionId,
  stepId: string,
  signal: AbortSignal,
): Promise<StepPreview> => {
  const { execution, trace } = await findTraced(ports, viewer, id);
  const { steps } = await ports.workflows.version(execution.workflowVersion);
  const position = positionOf(steps, stepId);
  if (position === undefined) throw notFound(`The step ${stepId}`);
  if (!trace && execution.finishedAt)
    throw new Refusal(
      'gone',
      'The trace of the execution was deleted, and with it the images of its steps. Run the execution again to see them.',
    );
  if (!trace)
    throw missing(
      'The execution has not finished yet. Request the images of its steps when it has finished.',
    );
  const { previewDays } = ports.config;
  if (previewsExpired(execution, previewDays, viewer.now))
    throw missing(
      `Images of the steps are kept for ${previewDays} days. Run the execution again to see them.`,
    );
  if (position !== AT_INPUT && isHidden(execution, trace, viewer))
    throw new Refusal(
      'forbidden',
      'Only reviewers can see the images of an execution that is not approved yet.',
    );
  const seen = await ports.replays.of(execution, trace, signal);
  const shown = positionShown(position, steps, seen);
  const bytes = await ports.previews.read({ id: execution.id, attempt: trace.attempt }, shown);
  if (!bytes) throw missing(`There is no image: the execution did not finish the step ${stepId}.`);
  return { bytes, tag: `${execution.id}.${trace.attempt}.${shown}` };
};

const findTraced = async ({ executions }: Ports, { organizationId }: Viewer, id: ExecutionId) => {
  const found = isUuid(id) ? await executions.findTraced(organizationId, id) : undefined;
  if (!found) throw notFound('This execution');
  return found;
};

const DAY_MS = 86_400_000;

const previewsExpired = ({ finishedAt }: Execution, days: number, now: Date): boolean =>
  finishedAt !== null && now.getTime() - finishedAt.getTime() >= days * DAY_MS;

/**
 * The images of the steps are hidden like the result: after it went to review, only reviewers see it until it
 * is approved.
 */
const isHidden = ({ status }: Execution, { toReview }: AttemptTrace, { mayReview }: Viewer): boolean =>
  toReview === true && status !== 'COMPLETED' && !mayReview;

const positionOf = (steps: readonly Step[], id: string): number | undefined => {
  if (id === RESERVED_STEP_ID) return AT_INPUT;
  const position = steps.findIndex((step) => step.id === id);
  return position < 0 ? undefined : position;
};

/** The position of the step whose image is shown: a skipped step shows the image of the step before it. */
const positionShown = (position: number, steps: readonly Step[], { steps: seen }: StepsTrace): number => {
  if (!seen[position]?.skipped) return position;
  const before = steps.slice(0, position).findLastIndex((step, index) => {
    const component = findComponent(step.component);
    return !seen[index]?.skipped && !component?.encode && !component?.annotate;
  });
  return before < 0 ? AT_INPUT : before;
};

const missing = (message: string) => new Refusal('not_found', message);
