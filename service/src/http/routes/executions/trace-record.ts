import { AT_INPUT, SKIP_REASONS, type StepTrace } from '../../../domain/executions/trace.ts';
import { RESERVED_STEP_ID } from '../../../domain/workflows/workflow.ts';
import type { TraceOfExecution } from '../../../operations/executions/trace-of-execution.ts';
import { Type } from '../../../schema/typebox.ts';
import { nullable } from '../../server/schemas.ts';

const seen = {
  durationMs: nullable(
    Type.Number({
      description: 'Of the step, with those that are joined with it; the last one has the file as well',
    }),
  ),
  width: nullable(Type.Integer({ description: 'Of the picture after the step' })),
  height: nullable(Type.Integer({ description: 'Of the picture after the step' })),
  megapixels: nullable(Type.Number()),
  memoryBytes: nullable(Type.Integer({ description: 'What the process held in memory when the step ended' })),
  joinedWith: nullable(
    Type.String({
      description: 'The step at whose end this one was carried out, as one pipeline; see its duration',
    }),
  ),
  warnings: Type.Array(Type.String()),
  preview: nullable(Type.String({ description: 'Where a small picture of what it made can be seen' })),
};

export const TraceSchema = Type.Object(
  {
    execution: Type.String(),
    attempt: nullable(
      Type.Integer({ description: 'Which attempt this was; null before the first has ended' }),
    ),
    input: nullable(Type.Object(seen)),
    steps: Type.Array(
      Type.Object({
        id: Type.String(),
        component: Type.String(),
        skipped: Type.Unsafe<(typeof SKIP_REASONS)[number] | null>({
          type: ['string', 'null'],
          enum: [...SKIP_REASONS, null],
          description: 'Why the step did nothing; null when it did something',
        }),
        reused: Type.Boolean({
          description: 'Not carried out: what it makes was there from an earlier execution',
        }),
        failed: Type.Boolean(),
        confidence: nullable(
          Type.Number({ description: 'How sure the step is, from 0 to 1, where it says so' }),
        ),
        ...seen,
      }),
    ),
    failedStep: nullable(
      Type.String({ description: 'The step that failed, or at which the work was ended' }),
    ),
    totals: Type.Object({
      durationMs: Type.Number(),
      expectedMs: Type.Number({
        description: 'What all steps should take by the costs measured of each component',
      }),
      memoryBytes: nullable(Type.Integer({ description: 'The largest of the steps' })),
      confidence: nullable(Type.Number({ description: 'Of the least sure step' })),
      warnings: Type.Integer(),
      stepsRun: Type.Integer(),
      stepsSkipped: Type.Integer(),
    }),
    complete: Type.Boolean({
      description: 'Whether the sizes of all steps could be found; ask again if not',
    }),
  },
  { $id: 'Trace' },
);

/** The trace as clients read it. What only a second run shows is filled in from there. */
export const traceRecord = ({ execution, steps, trace, replay, expectedMs, mayLook }: TraceOfExecution) => {
  const idAt = (position: number) =>
    position === AT_INPUT ? RESERVED_STEP_ID : (steps[position]?.id ?? null);
  const previewAt = (id: string) => `/v1/workflow/execution/${execution.id}/trace/${id}/preview`;

  const shown = (first: StepTrace = {}, again: StepTrace = {}, preview: string | null) => {
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

  const reached = (trace?.steps ?? []).map((first, position) => {
    const { id, component } = steps[position]!;
    const failed = trace?.failed === position;
    return {
      id,
      component,
      skipped: first.skipped ?? null,
      reused: first.reused ?? false,
      failed,
      confidence: first.confidence ?? null,
      ...shown(first, replay?.steps[position], mayLook && !failed ? previewAt(id) : null),
    };
  });
  const inputFailed = trace?.failed === AT_INPUT;
  // The input is the caller's own, whatever a reviewer says.
  const input = trace
    ? shown(trace.input, replay?.input, replay && !inputFailed ? previewAt(RESERVED_STEP_ID) : null)
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
      memoryBytes: largest(all.map(({ memoryBytes }) => memoryBytes)),
      confidence: least(reached.map(({ confidence }) => confidence)),
      warnings: sum(all.map(({ warnings }) => warnings.length)),
      stepsRun: reached.filter(({ skipped, reused, failed }) => !skipped && !reused && !failed).length,
      stepsSkipped: reached.filter(({ skipped }) => skipped).length,
    },
    complete: trace === undefined || replay !== undefined,
  };
};

const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0);
const known = (numbers: (number | null)[]): number[] => numbers.filter((number) => number !== null);
const largest = (numbers: (number | null)[]): number | null =>
  known(numbers).reduce<number | null>((most, number) => Math.max(number, most ?? number), null);
const least = (numbers: (number | null)[]): number | null =>
  known(numbers).reduce<number | null>((fewest, number) => Math.min(number, fewest ?? number), null);
