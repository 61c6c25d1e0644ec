import type { StepsTrace } from '../../../domain/executions/trace.ts';
import type { Step } from '../../../domain/workflows/workflow.ts';
import { inSpan, recordSpan, type TraceParent } from '../../../tracing/spans.ts';
import type { KeepPorts } from '../../uploads/keep-and-record.ts';

/** The given store, with a span in the trace of the execution for each file that is kept. */
export const storeWithSpans = (
  { objects, readmit }: KeepPorts,
  parent: TraceParent | undefined,
): KeepPorts => ({
  readmit,
  objects: { ...objects, keep: (...file) => inSpan('store', { parent }, () => objects.keep(...file)) },
});

/**
 * Records a span for each step. The lane reports only how long each step took. As the steps ran one after
 * another and the last one has just ended, the times are counted back from now.
 */
export const recordStepSpans = (
  steps: readonly Step[],
  { steps: traces }: StepsTrace,
  parent: TraceParent,
): void => {
  let endedAt = Date.now();
  for (const [index, { ms }] of [...traces.entries()].reverse()) {
    const component = steps[index]?.component;
    if (ms === undefined || !component) continue;
    recordSpan(component, { parent, startedAt: endedAt - ms }, endedAt);
    endedAt -= ms;
  }
};
