import assert from 'node:assert/strict';
import { json } from 'node:stream/consumers';
import { test } from 'node:test';
import { startServer } from '../support/http-server.ts';
import { startService } from '../support/service.ts';
import { addWorkflow, ok, untilStatus, upload } from '../support/tenant.ts';
import { startEndpoint } from '../support/webhooks/webhook-endpoint.ts';

type Span = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: { key: string; value: Record<string, unknown> }[];
};
type Export = { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] };

/** An OpenTelemetry collector that keeps the spans that it receives. */
const startCollector = async () => {
  const spans: Span[] = [];
  const paths = new Set<string>();
  const server = await startServer(async (request, response) => {
    paths.add(request.url!);
    const { resourceSpans } = (await json(request)) as Export;
    spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)));
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  return { ...server, spans, paths };
};

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const NOT_RECORDED = 'fff7651916cd43dd8448eb211c80319c';
const CALLER = 'b7ad6b7169203331';

test('a create, its work in another process and its webhook belong to the trace of the caller', async () => {
  const collector = await startCollector();
  const receiver = await startEndpoint();
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, DARKROOM_EGRESS_ALLOW: '127.0.0.1' };
  const api = await startService({ role: 'api', env });
  const worker = await startService({ role: 'worker', env, beside: api });
  const call = api.administrator;
  const resize = { id: 'small', component: 'resize', params: { width: 8 } };
  const workflow = await addWorkflow(call, { workflowComponents: [resize] });
  const image = { name: 'a.png', contentHash: await upload(call), contentType: 'image/png' };
  const create = async (headers: Record<string, string>) => {
    const line = `POST /v1/workflow/execution/create?workflow=${workflow.id}`;
    const { text: id } = await ok(call(line, { json: { image, webhooks: [receiver.url] }, headers }));
    await untilStatus(call, id, 'COMPLETED');
  };
  await create({ traceparent: `00-${TRACE}-${CALLER}-01` });
  // The caller does not record this trace, so the service does not record it either.
  await create({ traceparent: `00-${NOT_RECORDED}-${CALLER}-00` });
  await receiver.received(2);
  await worker.stop();
  await api.stop();
  await Promise.all([collector.close(), receiver.close()]);

  assert.deepEqual([...collector.paths], ['/v1/traces']);
  const trace = collector.spans.filter(({ traceId }) => traceId === TRACE);
  const named = (name: string) => {
    const found = trace.filter((span) => span.name === name);
    assert.equal(found.length, 1, `one span ${name} in ${trace.map((span) => span.name)}`);
    return found[0]!;
  };
  const request = named('POST /v1/workflow/execution/create');
  const attempt = named('attempt');
  const steps = named('steps');
  const parents = [
    [request, CALLER],
    ...['commit', 'claim', 'attempt', 'webhook'].map((name) => [named(name), request.spanId] as const),
    ...['steps', 'store', 'complete'].map((name) => [named(name), attempt.spanId] as const),
    [named('resize'), steps.spanId],
  ] as const;
  for (const [{ name, parentSpanId }, parent] of parents) assert.equal(parentSpanId, parent, name);
  assert.equal(trace.length, parents.length);
  const inOrder = ['commit', 'claim', 'attempt', 'steps', 'store', 'complete'].map(
    (name) => BigInt(named(name).startTimeUnixNano) / 1_000_000n,
  );
  assert.deepEqual(
    inOrder,
    inOrder.toSorted((a, b) => Number(a - b)),
  );
  const sent = receiver.deliveries.map(({ headers }) => headers['traceparent']);
  assert.deepEqual(
    sent.filter((header) => header?.includes(TRACE)),
    [`00-${TRACE}-${named('webhook').spanId}-01`],
  );
  assert.equal(sent.filter((header) => header?.endsWith('-00')).length, 1);
  assert.deepEqual(
    collector.spans.filter(({ traceId }) => traceId === NOT_RECORDED),
    [],
  );
  const statuses = request.attributes.find(({ key }) => key === 'http.response.status_code');
  assert.deepEqual(statuses?.value, { intValue: 201 });
});
