import { AT_INPUT, SKIP_REASONS, type StepTrace } from '../../../domain/executions/trace.ts';
import { compose, IDENTITY, roundTransform, type Transform } from '../../../domain/images/transform.ts';
import { RESERVED_STEP_ID } from '../../../domain/workflows/workflow.ts';
import type { TraceOfExecution } from '../../../operations/executions/trace-of-execution.ts';
import { Type } from '../../../schema/typebox.ts';
import { nullable } from '../../server/schemas.ts';

const commonFields = {
  durationMs: nullable(
    Type.Number({
      description:
        'Duration of the step and of the steps joined with it; for the last step, also of writing the file',
    }),
  ),
  width: nullable(Type.Integer({ description: 'Width of the image after the step' })),
  height: nullable(Type.Integer({ description: 'Height of the image after the step' })),
  megapixels: nullable(Type.Number()),
  memoryBytes: nullable(Type.Integer({ description: 'Memory of the process when the step ended' })),
  transform: nullable(
    Type.Array(Type.Array(Type.Number()), {
      description:
        "Where the step moved the pixels of the image, as the two rows of a matrix: x' = a x + b y + c and y' = d x + e y + f. (0, 0) is the top left corner of the image. Of the input: from the pixels of the file to the upright image. Null when it is not known, or no such map exists",
    }),
  ),
  joinedWith: nullable(
    Type.String({
      description: 'The step with which this one ran as one pipeline; its duration includes this step',
    }),
  ),
  warnings: Type.Array(Type.String()),
  preview: nullable(Type.String({ description: 'Path of a small image of the result of the step' })),
};

export const TraceSchema = Type.Object(
  {
    execution: Type.String(),
    attempt: nullable(
      Type.Integer({ description: 'Number of the attempt; null before the first attempt has ended' }),
    ),
    input: nullable(Type.Object(commonFields)),
    steps: Type.Array(
      Type.Object({
        id: Type.String(),
        component: Type.String(),
        skipped: Type.Unsafe<(typeof SKIP_REASONS)[number] | null>({
          type: ['string', 'null'],
          enum: [...SKIP_REASONS, null],
          description: 'Why the step was skipped; null when it ran',
        }),
        reused: Type.Boolean({
          description: 'Whether the result of the step was reused from an earlier execution',
        }),
        failed: Type.Boolean(),
        confidence: nullable(
          Type.Number({
            description: 'Confidence of the step, from 0 to 1; null when the step reports none',
          }),
        ),
        transformFromInput: nullable(
          Type.Array(Type.Array(Type.Number()), {
            description:
              'The transforms up to this step as one: from the upright input image to the image after this step. Null from the first step on whose transform is null',
          }),
        ),
        ...commonFields,
      }),
    ),
    failedStep: nullable(
      Type.String({ description: 'The step that failed, or during which the execution was stopped' }),
    ),
    totals: Type.Object({
      durationMs: Type.Number(),
      expectedMs: Type.Number({
        description: 'Expected duration of all steps, from the measured cost of each component',
      }),
      memoryBytes: nullable(Type.Integer({ description: 'Highest memory of the process after any step' })),
      confidence: nullable(Type.Number({ description: 'Lowest confidence of all steps' })),
      warnings: Type.Integer(),
      stepsRun: Type.Integer(),
      stepsSkipped: Type.Integer(),
    }),
    complete: Type.Boolean({
      description: 'Whether the image sizes of all steps are known; if false, request the trace again',
    }),
  },
  { $id: 'Trace' },
);

/** Returns the trace as clients read it. Values that the execution did not record come from the replay. */
export const traceRecord = ({
  execution,
  steps,
  trace,
  replay,
  expectedMs,
  maySeeImages,
}: TraceOfExecution) => {
  const idAt = (position: number) =>
    position === AT_INPUT ? RESERVED_STEP_ID : (steps[position]?.id ?? null);
  const previewAt = (id: string) => `/v1/workflow/execution/${execution.id}/trace/${id}/preview`;

  const describeImage = (first: StepTrace = {}, again: StepTrace = {}, preview: string | null) => {
    const { width = again.width, height = again.height } = first;
    const warnings = [...new Set([...(first.warnings ?? []), ...(again.warnings ?? [])])];
    return {
      durationMs: first.ms ?? null,
      width: width ?? null,
      height: height ?? null,
      megapixels: width && height ? Math.round((width * height) / 1e4) / 100 : null,
      memoryBytes: first.memoryBytes ?? null,
      joinedWith: first.joinedWith === undefined ? null : idAt(first.joinedWith),
      warnings,
      preview,
    };
  };

  let fromInput: Transform | null = IDENTITY;
  const reached = (trace?.steps ?? []).map((first, position) => {
    const { id, component } = steps[position]!;
    const failed = trace?.failed === position;
    const again = replay?.steps[position];
    const transform = failed ? null : transformOf(again ?? (first.reused ? undefined : first));
    fromInput = fromInput && transform && compose(fromInput, transform);
    return {
      id,
      component,
      skipped: first.skipped ?? null,
      reused: first.reused ?? false,
      failed,
      confidence: first.confidence ?? null,
      ...describeImage(first, again, maySeeImages && !failed ? previewAt(id) : null),
      transform,
      transformFromInput: fromInput && roundTransform(fromInput),
    };
  });
  const inputFailed = trace?.failed === AT_INPUT;
  // The caller uploaded the input, so a pending or failed review does not hide it.
  const input = trace
    ? {
        ...describeImage(
          trace.input,
          replay?.input,
          replay && !inputFailed ? previewAt(RESERVED_STEP_ID) : null,
        ),
        // Only a replay reads the orientation of the file, so the transform comes from there.
        transform: inputFailed ? null : transformOf(replay?.input),
      }
    : null;
  const all = [...(input ? [input] : []), ...reached];
  return {
    execution: execution.id,
    attempt: trace?.attempt ?? null,
    input,
    steps: reached,
    failedStep: trace?.failed === undefined ? null : idAt(trace.failed),
    totals: {
      durationMs: Math.round(sum(all.map(({ durationMs }) => durationMs ?? 0)) * 10) / 10,
      expectedMs: Math.ceil(expectedMs),
      memoryBytes: highest(all.map(({ memoryBytes }) => memoryBytes)),
      confidence: lowest(reached.map(({ confidence }) => confidence)),
      warnings: sum(all.map(({ warnings }) => warnings.length)),
      stepsRun: reached.filter(({ skipped, reused, failed }) => !skipped && !reused && !failed).length,
      stepsSkipped: reached.filter(({ skipped }) => skipped).length,
    },
    complete: trace === undefined || replay !== undefined,
  };
};

/** The transform from the pixels before a step to those after it; null when no run of the step was recorded. */
const transformOf = (run: StepTrace | undefined): Transform | null =>
  run === undefined ? null : run.transform === undefined ? IDENTITY : run.transform;

const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0);
const known = (numbers: (number | null)[]): number[] => numbers.filter((number) => number !== null);
const highest = (numbers: (number | null)[]): number | null =>
  known(numbers).reduce<number | null>((most, number) => Math.max(number, most ?? number), null);
const lowest = (numbers: (number | null)[]): number | null =>
  known(numbers).reduce<number | null>((fewest, number) => Math.min(number, fewest ?? number), null);
