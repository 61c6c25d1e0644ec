import { setTimeout as pause } from 'node:timers/promises';
import { costOf } from '../../../components/steps/cost-of.ts';
import { noRoom } from '../../../domain/disk-full.ts';
import type { ExecutionError } from '../../../domain/executions/execution.ts';
import type { AttemptTrace, StepsTrace } from '../../../domain/executions/trace.ts';
import { fileNameFrom, readNameTemplate, usesIndex } from '../../../domain/images/archive-names.ts';
import { resultFileName } from '../../../domain/images/file-names.ts';
import { FILE_FORMATS, type FileFormat, type ImageLimits } from '../../../domain/images/image-formats.ts';
import { isUnsure } from '../../../domain/review/review-reasons.ts';
import {
  outputsOf,
  type Step,
  stepsWithSettings,
  type Workflow,
} from '../../../domain/workflows/workflow.ts';
import { METRICS } from '../../../metrics/metrics.ts';
import type { Claim, Completion, WorkQueue } from '../../../ports/executions.ts';
import type { ObjectStore } from '../../../ports/images/object-store.ts';
import type { Reuse } from '../../../ports/images/reuse.ts';
import { LaneFailure, type LaneJob, type LaneResult } from '../../../ports/lanes.ts';
import type { Organizations } from '../../../ports/people/organizations.ts';
import type { ReportBroken } from '../../../ports/retention.ts';
import type { Workflows } from '../../../ports/workflows.ts';
import { inSpan } from '../../../tracing/spans.ts';
import { findBroken, isObjectBroken, mayBeStoreFault } from '../../retention/refuse-broken.ts';
import { type KeepPorts, type KeptDraft, keepAndRecord } from '../../uploads/keep-and-record.ts';
import { costedInput } from '../costed-input.ts';
import { recordStepSpans, storeWithSpans } from './attempt-spans.ts';
import { ATTEMPTS_EXHAUSTED, inputMissing, MAX_LANE_ATTEMPTS, SYSTEM_ERROR } from './failed-for-good.ts';
import { localInputs } from './local-inputs.ts';
import { reuseKeys } from './reuse-keys.ts';
import { isUnavailable, untilDatabaseAnswers } from './until-database-answers.ts';

export type RunPorts = KeepPorts & {
  workflows: Workflows;
  queue: WorkQueue;
  limits: ImageLimits;
  organizations: Pick<Organizations, 'reusesResults'>;
  reuse: Reuse;
  /** The version of all code that affects the pixels of a result. */
  codeVersion: string;
  /** The reason why this process must not work; undefined when it can. */
  whyUnusable(): Promise<string | undefined>;
  reportError(error: unknown, context: Record<string, string>): void;
  reportEvent(message: string, context: Record<string, string | number | null>): void;
  reportBroken: ReportBroken;
  /** Runs the job in a lane when its turn comes. */
  apply(job: LaneJob, claim: Claim, signal: AbortSignal): Promise<LaneResult>;
};

const PAUSES_MS = [50, 200, 500, 1_000, 2_000, 4_000];
const MAX_FAULTS = 8;

/** The attempt failed because of this process and not of the image: the execution stays ACTIVE for another worker. */
export class ProcessUnusable extends Error {}

/** Runs a claimed execution until it completes or fails. Writes nothing when it was canceled or taken over. */
export const runExecution = async (ports: RunPorts, first: Claim, signal: AbortSignal): Promise<void> => {
  let claim: Claim | undefined = first;
  for (let faults = 0, waits = 0; claim && !signal.aborted; ) {
    if (claim.countedAttempt > MAX_LANE_ATTEMPTS)
      return failForGood(ports, claim, ATTEMPTS_EXHAUSTED, signal);
    try {
      return await attempt(ports, claim, signal);
    } catch (error) {
      // The execution was canceled, or the service is stopping and another worker takes it over: write nothing.
      if (signal.aborted) return;
      if (error instanceof LaneFailure) {
        if (error.kind === 'never_began') continue;
        // Check the process before another attempt is counted: an unusable one would fail that attempt too.
        if (mayBeStoreFault(error)) await checkUsable(ports, error);
        const wasLastAttempt = error.kind === 'crash' && claim.countedAttempt >= MAX_LANE_ATTEMPTS;
        if (error.kind === 'final' || wasLastAttempt) {
          if (mayBeStoreFault(error)) {
            const broken = await brokenInputOf(ports, claim);
            if (broken) return failForGood(ports, claim, inputMissing(broken), signal);
            logCause(ports, claim, error);
          }
          return failForGood(ports, claim, errorOf(error), signal, error.trace);
        }
        // beginAttempt returns undefined when the execution no longer belongs to this worker.
        const crashed: Claim = claim;
        claim = await untilDatabaseAnswers(() => ports.queue.beginAttempt(crashed), signal);
      } else {
        // Waits for an unreachable database or a full disk as long as it takes. `MAX_FAULTS` other faults fail it.
        if (!isUnavailable(error)) faults += 1;
        const broken = isObjectBroken(error) && (await brokenInputOf(ports, claim));
        if (broken) return failForGood(ports, claim, inputMissing(broken), signal);
        if (faults >= MAX_FAULTS) {
          await checkUsable(ports, error);
          logCause(ports, claim, error);
          return failForGood(ports, claim, SYSTEM_ERROR, signal);
        }
        await pause(PAUSES_MS[waits] ?? PAUSES_MS.at(-1), undefined, { signal }).catch(() => {});
        waits += 1;
      }
    }
  }
};

/**
 * Finds an input that is missing or damaged in the store, and tells the operator of each such input. Undefined when there
 * is none, or when the store itself cannot be used.
 */
const brokenInputOf = async (ports: RunPorts, { id, inputs }: Claim): Promise<string | undefined> => {
  if (await ports.whyUnusable()) return undefined;
  const hashes = Object.values(inputs).map(({ contentHash }) => contentHash);
  const broken = await findBroken(ports, hashes, { execution: id });
  return broken && Object.keys(inputs).find((input) => inputs[input]?.contentHash === broken);
};

/** Throws when this process cannot do the work, so that its failures do not count against the image. */
const checkUsable = async ({ whyUnusable }: RunPorts, cause: unknown): Promise<void> => {
  const reason = await whyUnusable();
  if (reason) throw new ProcessUnusable(reason, { cause });
};

/** Logs the cause of a fault, because the record of the execution has only a sentence for its owner. */
const logCause = ({ reportError }: RunPorts, { id }: Claim, cause: unknown): void => {
  const isFaultOfImage = cause instanceof LaneFailure && cause.code === 'input_unreadable';
  if (!isFaultOfImage) reportError(cause, { execution: id });
};

const attempt = (ports: RunPorts, claim: Claim, signal: AbortSignal): Promise<void> =>
  inSpan(
    'attempt',
    {
      parent: claim.traceParent,
      attributes: { 'darkroom.execution': claim.id, 'darkroom.attempt': claim.attempt },
    },
    (traceParent) => attemptOnce(ports, { ...claim, traceParent }, signal),
  );

const attemptOnce = async (ports: RunPorts, claim: Claim, signal: AbortSignal): Promise<void> => {
  const { workflows, objects, limits, reuse } = ports;
  const workflow = await workflows.version(claim.workflowVersion);
  const steps = stepsWithSettings(workflow.steps, claim.settings);
  const keys = await keysToReuse(ports, claim, steps);
  const earlier = keys && (await findEarlier(ports, claim, keys.result));
  if (earlier) {
    const completion = await completionOf(
      ports,
      claim,
      workflow,
      { trace: allReused(steps), ...earlier },
      signal,
    );
    await complete(ports, steps, { ...completion, reused: true }, signal);
    return;
  }
  const inputs = await localInputs(objects, claim.inputs);
  const output = await objects.draft();
  const outputs = await outputDrafts(objects, steps);
  const { ms: expectedMs } = costOf(steps, costedInput(claim.inputs.default));
  const job: LaneJob = { steps, inputs, output, limits, expectedMs, ...(outputs && { outputs }) };
  if (keys) job.intermediates = { paths: keys.afterSteps.map(reuse.intermediate), worthMs: reuse.worthMs };
  try {
    const made = await makeResult(ports, job, claim, signal);
    const completion = await completionOf(ports, claim, workflow, made, signal);
    const done = await keepAndRecord(storeWithSpans(ports, claim.traceParent), draftsOf(job, made), () =>
      complete(ports, steps, completion, signal),
    );
    // If the result cannot be cached, the next execution computes it again.
    if (done && keys && !made.modelFailed)
      await reuse.remember(claim.organizationId, keys.result, completion.result).catch(() => {});
  } finally {
    for (const draft of [output, ...Object.values(outputs ?? {})])
      await objects.discard(draft).catch(() => {});
  }
};

const completionOf = async (
  ports: RunPorts,
  claim: Claim,
  { qa, resultNames }: Pick<Workflow, 'qa' | 'resultNames'>,
  { trace, modelFailed: _, ...result }: LaneResult,
  signal: AbortSignal,
): Promise<Completion> => ({
  claim,
  qa,
  ...(isUnsure(result.confidence) && { unsure: true as const }),
  result,
  trace: attemptTrace(claim, trace),
  resultFileName: await nameResult(ports, claim, resultNames, result.format, signal),
});

/** Completes the execution. False, and nothing is written, when it was canceled or taken over. */
const complete = async (
  { queue }: RunPorts,
  steps: readonly Step[],
  completion: Completion,
  signal: AbortSignal,
): Promise<boolean> => {
  const done = await untilDatabaseAnswers(() => queue.complete(completion), signal);
  if (done) countSuccess(steps, completion.trace, completion.result.bytes);
  return done;
};

/** The files that a lane has written, with their hashes. */
const draftsOf = ({ output, outputs }: LaneJob, made: LaneResult): KeptDraft[] => [
  ...(made.outputs ?? []).map((one) => ({ draft: outputs![one.output]!, hash: one.hash })),
  { draft: output, hash: made.hash },
];

const countSuccess = (steps: readonly Step[], trace: AttemptTrace, bytes: number): void => {
  METRICS.executions.inc({ outcome: 'succeeded', component: '' });
  METRICS.resultBytes.observe(bytes);
  trace.steps.forEach(({ ms }, index) => {
    const component = steps[index]?.component;
    if (ms !== undefined && component) METRICS.stepSeconds.observe({ component }, ms / 1000);
  });
};

/** The name of the result: by the template of the workflow, or else the name of the input. */
const nameResult = async (
  { queue }: RunPorts,
  { id, inputs }: Claim,
  template: string | null | undefined,
  format: FileFormat,
  signal: AbortSignal,
): Promise<string> => {
  const defaultName = resultFileName(inputs.default.name, format);
  if (!template) return defaultName;
  const naming = await untilDatabaseAnswers(() => queue.naming(id, usesIndex(template)), signal);
  const name = defaultName.replace(/\.[^.]*$/, '');
  return fileNameFrom(readNameTemplate(template)({ ...naming, name }), FILE_FORMATS[format].extensions[0]);
};

/** A draft for each named output; undefined when the steps have none. */
const outputDrafts = async (
  objects: ObjectStore,
  steps: readonly Step[],
): Promise<Record<string, string> | undefined> => {
  const names = outputsOf(steps);
  if (names.length === 0) return undefined;
  return Object.fromEntries(await Promise.all(names.map(async (name) => [name, await objects.draft()])));
};

const allReused = (steps: readonly Step[]): StepsTrace => ({
  input: {},
  steps: steps.map(() => ({ reused: true })),
});

/** The cache keys; undefined when the organization does not reuse results. */
const keysToReuse = async ({ organizations, codeVersion }: RunPorts, claim: Claim, steps: readonly Step[]) =>
  (await organizations.reusesResults(claim.organizationId))
    ? reuseKeys(codeVersion, claim, steps)
    : undefined;

const findEarlier = async ({ reuse, objects }: RunPorts, { organizationId }: Claim, key: string) => {
  const earlier = await reuse.find(organizationId, key);
  if (!earlier) return undefined;
  const held = [earlier, ...(earlier.outputs ?? [])].map(({ hash }) => objects.has(hash));
  return (await Promise.all(held)).every(Boolean) ? earlier : undefined;
};

/** Runs the job. Its files stay drafts until the execution is completed. */
const makeResult = async (
  { apply }: RunPorts,
  job: LaneJob,
  claim: Claim,
  signal: AbortSignal,
): Promise<LaneResult> => {
  try {
    return await inSpan('steps', { parent: claim.traceParent }, async (parent) => {
      const made = await apply(job, claim, signal);
      if (parent) recordStepSpans(job.steps, made.trace, parent);
      return made;
    });
  } catch (error) {
    throw error instanceof LaneFailure && error.kind === 'no_room' ? noRoom(error) : error;
  }
};

const failForGood = async (
  { queue, reportEvent }: RunPorts,
  claim: Claim,
  error: ExecutionError,
  signal: AbortSignal,
  trace?: StepsTrace,
): Promise<void> => {
  const done = await untilDatabaseAnswers(() => queue.fail(claim, error, attemptTrace(claim, trace)), signal);
  if (!done) return;
  METRICS.executions.inc({ outcome: 'failed', component: error.component ?? '' });
  const { code, message: reason, component } = error;
  reportEvent('An execution failed.', {
    execution: claim.id,
    attempt: claim.attempt,
    code,
    component,
    reason,
  });
};

const attemptTrace = ({ attempt }: Claim, trace: StepsTrace = { input: {}, steps: [] }): AttemptTrace => ({
  attempt,
  ...trace,
});

const errorOf = ({ code, message, component }: LaneFailure): ExecutionError => ({ code, message, component });
