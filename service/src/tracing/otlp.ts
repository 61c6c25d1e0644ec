import {
  type Context,
  DiagLogLevel,
  diag,
  ROOT_CONTEXT,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { SpanOptions, StartSpan, TraceParent } from './spans.ts';

/** A collector that does not respond delays the end of the service for no longer than this. */
const SEND_WITHIN_MS = 3_000;
const COMPLAIN_EVERY_MS = 60_000;

type Options = {
  /** The address of the collector, without `/v1/traces`. */
  endpoint: string;
  serviceName: string;
  /** Of the requests that come without a trace, the fraction that is traced, from 0 to 1. */
  ratio: number;
  report(sentence: string): void;
};

/** Starts sending spans to an OpenTelemetry collector, by OTLP over HTTP with JSON. `close` sends what is left. */
export const openOtlp = (options: Options): { start: StartSpan; close(): Promise<void> } => {
  reportFailures(options.report);
  const exporter = new OTLPTraceExporter({
    url: `${options.endpoint.replace(/\/+$/, '')}/v1/traces`,
    timeoutMillis: SEND_WITHIN_MS,
  });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': options.serviceName }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(options.ratio) }),
    spanProcessors: [new BatchSpanProcessor({ exporter, exportTimeoutMillis: SEND_WITHIN_MS })],
  });
  const tracer = provider.getTracer('darkroom');
  return {
    start: (name, { parent, kind = 'internal', attributes, startedAt }) => {
      const span = tracer.startSpan(
        name,
        {
          kind: KINDS[kind],
          ...(attributes && { attributes }),
          ...(startedAt !== undefined && { startTime: startedAt }),
        },
        contextOf(parent),
      );
      return {
        context: traceParentOf(span.spanContext()),
        end: ({ error, endedAt, attributes: more } = {}) => {
          if (more) span.setAttributes(more);
          if (error !== undefined)
            span.setStatus({
              code: SpanStatusCode.ERROR,
              message: (error as Error).message ?? String(error),
            });
          span.end(endedAt);
        },
      };
    },
    close: () => provider.shutdown(),
  };
};

const KINDS: Record<NonNullable<SpanOptions['kind']>, SpanKind> = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
};

const TRACE_PARENT = /^(?!ff)[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:-|$)/;

/** Reads a `traceparent`. A missing or invalid one gives the context of a new trace. */
const contextOf = (parent: TraceParent | undefined): Context => {
  const [, traceId, spanId, flags] = TRACE_PARENT.exec(parent ?? '') ?? [];
  if (!traceId || !spanId || /^0+$/.test(traceId) || /^0+$/.test(spanId)) return ROOT_CONTEXT;
  return trace.setSpanContext(ROOT_CONTEXT, {
    traceId,
    spanId,
    traceFlags: Number.parseInt(flags as string, 16) & 1,
    isRemote: true,
  });
};

const traceParentOf = ({ traceId, spanId, traceFlags }: SpanContext): TraceParent =>
  `00-${traceId}-${spanId}-0${traceFlags & 1}`;

/** Reports at most once a minute that spans cannot be sent: the service works without the collector. */
const reportFailures = (report: Options['report']): void => {
  let complainedAt = Number.NEGATIVE_INFINITY;
  const error = (message: string) => {
    if (performance.now() - complainedAt < COMPLAIN_EVERY_MS) return;
    complainedAt = performance.now();
    report(`Traces cannot be sent to the collector of OTEL_EXPORTER_OTLP_ENDPOINT: ${message}`);
  };
  const ignore = () => {};
  diag.setLogger(
    { error, warn: ignore, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.ERROR },
  );
};
