import { imageSizeLabel, METRICS } from '../../metrics/metrics.ts';
import type { Claim, WorkQueue } from '../../ports/executions.ts';
import { inSpan, recordSpan } from '../../tracing/spans.ts';

/** Wraps a queue: adds metrics of its claims, and spans in the trace of the request that created each execution. */
export const observedQueue = (queue: WorkQueue): WorkQueue => ({
  ...queue,
  claim: async (...args) => {
    const claims = await withSpans('claim', () => queue.claim(...args));
    for (const { inputs, waitedSeconds } of claims)
      METRICS.queueWaitSeconds.observe({ size: imageSizeLabel(inputs.default) }, waitedSeconds);
    return claims;
  },
  takeOver: (...args) => withSpans('take over', () => queue.takeOver(...args)),
  complete: (completion) =>
    inSpan('complete', { parent: completion.claim.traceParent }, () => queue.complete(completion)),
  fail: (claim, ...args) => inSpan('fail', { parent: claim.traceParent }, () => queue.fail(claim, ...args)),
});

/** A statement claims several executions, so the span is recorded in the trace of each. */
const withSpans = async <One extends Claim>(name: string, work: () => Promise<One[]>): Promise<One[]> => {
  const startedAt = Date.now();
  const claims = await work();
  for (const { traceParent, worker } of claims)
    recordSpan(
      name,
      { parent: traceParent, startedAt, attributes: { 'darkroom.worker': worker } },
      Date.now(),
    );
  return claims;
};
