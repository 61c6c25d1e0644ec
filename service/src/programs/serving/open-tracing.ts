import type { Config } from '../../config.ts';
import { enableSpans } from '../../tracing/spans.ts';
import { reportWarning } from './report.ts';

/** Turns on distributed traces where a collector is configured. The packages are loaded only then. */
export const openTracing = async (config: Config): Promise<{ close(): Promise<void> }> => {
  if (!config.otlpEndpoint) return { close: async () => {} };
  const { openOtlp } = await import('../../tracing/otlp.ts');
  const { start, close } = openOtlp({
    endpoint: config.otlpEndpoint,
    serviceName: config.otelServiceName,
    ratio: config.traceRatio,
    report: reportWarning,
  });
  enableSpans(start);
  // Spans that could not be sent are lost. That is no reason to end with an error.
  return { close: () => close().catch(() => {}) };
};
