// Spans of distributed traces (OpenTelemetry). This file loads no package: where traces are off, a span costs one
// comparison.

/** The place of a span in a distributed trace, as the W3C header `traceparent` has it. */
export type TraceParent = string;

type Attributes = Record<string, string | number | boolean>;

export type SpanOptions = {
  parent?: TraceParent | undefined;
  kind?: 'internal' | 'server' | 'client';
  attributes?: Attributes;
  /** The time in milliseconds since 1970; now if it is not given. */
  startedAt?: number;
};

export type Span = {
  /** The context of this span, for spans that have it as their parent. */
  context: TraceParent;
  /** Ends the span, now if no time is given. With an error it counts as failed. */
  end(outcome?: { error?: unknown; endedAt?: number; attributes?: Attributes }): void;
};

export type StartSpan = (name: string, options: SpanOptions) => Span;

let startWith: StartSpan | undefined;

/** Turns spans on for this process. */
export const enableSpans = (start: StartSpan): void => {
  startWith = start;
};

/** Starts a span. A span without a parent begins a new trace. Undefined where traces are off. */
export const startSpan = (name: string, options: SpanOptions): Span | undefined => startWith?.(name, options);

/** Runs work in a span. Without a parent there is no span: the work does not belong to a traced request. */
export const inSpan = async <Result>(
  name: string,
  { parent, ...options }: SpanOptions,
  work: (context: TraceParent | undefined) => Promise<Result>,
): Promise<Result> => {
  if (!startWith || parent === undefined) return work(undefined);
  const span = startWith(name, { parent, ...options });
  try {
    const result = await work(span.context);
    span.end();
    return result;
  } catch (error) {
    span.end({ error });
    throw error;
  }
};

/** Records a span that is over, if it belongs to a traced request. */
export const recordSpan = (
  name: string,
  { parent, ...options }: SpanOptions & { startedAt: number },
  endedAt: number,
): void => {
  if (startWith && parent !== undefined) startWith(name, { parent, ...options }).end({ endedAt });
};
