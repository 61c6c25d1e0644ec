import type { Claim, WorkQueue } from '../../ports/executions.ts';
import { inSpan, recordSpan } from '../../tracing/spans.ts';

/** The same queue with spans for its statements, in the trace of the request that created the execution. */
export const tracedQueue = (queue: WorkQueue): WorkQueue => ({
  ...queue,
  claim: (...args) => withSpans('claim', () => queue.claim(...args)),
  takeOver: (...args) => withSpans('take over', () => queue.takeOver(...args)),
  complete: (completion) =>
    inSpan('complete', { parent: completion.claim.traceParent }, () => queue.complete(completion)),
  fail: (claim, ...args) => inSpan('fail', { parent: claim.traceParent }, () => queue.fail(claim, ...args)),
});

/** One statement claims several executions: each has the span in its own trace. */
const withSpans = async (name: string, work: () => Promise<Claim[]>): Promise<Claim[]> => {
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
