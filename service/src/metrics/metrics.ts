import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

// The metrics of this process. Every metric is declared here once, and docs/metrics.md is generated from this file. No label
// has an unbounded number of values: nothing is counted by organization, user or execution.

const registry = new Registry();
const registers = [registry];

/** The upper bounds of the buckets in histograms of durations, in seconds. */
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120];
const BYTES = [1e3, 1e4, 1e5, 1e6, 1e7, 1e8];

const counter = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
  new Counter({ name: `darkroom_${name}`, help, labelNames, registers });
const gauge = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
  new Gauge({ name: `darkroom_${name}`, help, labelNames, registers });
const histogram = <Label extends string>(
  name: string,
  help: string,
  buckets: number[],
  ...labelNames: Label[]
) => new Histogram({ name: `darkroom_${name}`, help, buckets, labelNames, registers });

export const METRICS = {
  queueWaiting: gauge('queue_waiting', 'Executions that wait in the queue of all organizations.'),
  queueOldestSeconds: gauge(
    'queue_oldest_seconds',
    'How long the oldest execution has waited; 0 when none waits.',
  ),
  workers: gauge('workers', 'Workers with a valid lease.'),
  lanesOfWorkers: gauge('worker_lanes', 'Lanes of all workers with a valid lease.'),
  webhookLagSeconds: gauge(
    'webhook_lag_seconds',
    'How long the oldest webhook message that is due has waited.',
  ),
  queueWaitSeconds: histogram(
    'queue_wait_seconds',
    'How long an execution waited in the queue until this worker took it, by size of its image (small: up to 1 megapixel; large).',
    SECONDS,
    'size',
  ),
  claims: counter('claims_total', 'Executions that this worker has taken from the queue.'),
  takeOvers: counter(
    'take_overs_total',
    'Executions that this worker has taken over from a worker that is gone.',
  ),
  executions: counter(
    'executions_total',
    'Attempts of this worker that ended an execution, by outcome (succeeded, failed) and the component that failed.',
    'outcome',
    'component',
  ),
  stepSeconds: histogram('step_seconds', 'Time of each step, by component.', SECONDS, 'component'),
  resultBytes: histogram('result_bytes', 'Size of each result file that this worker made, in bytes.', BYTES),
  lanes: gauge('lanes', 'Lanes of this process.'),
  lanesBusy: gauge('lanes_busy', 'Lanes of this process that work on an image.'),
  laneDeaths: counter(
    'lane_deaths_total',
    'Lanes that ended while they worked on an image, by reason (time, memory, crash).',
    'reason',
  ),
  quarantined: gauge(
    'worker_quarantined',
    '1 while this worker takes no work because a check of it failed (see its log), otherwise 0.',
  ),
  batchSize: histogram(
    'commit_batch_size',
    'Number of executions that one database commit created or completed, by kind of batch.',
    [1, 2, 4, 8, 16, 32, 64, 128],
    'batch',
  ),
  commitSeconds: histogram(
    'commit_seconds',
    'Time of each database commit that created or completed executions, by kind of batch.',
    SECONDS,
    'batch',
  ),
  connections: gauge(
    'database_connections',
    'Database connections in the pool of this process, by state (used, idle).',
    'state',
  ),
  connectionsAwaited: gauge(
    'database_calls_waiting',
    'Database calls that wait for a connection of the pool.',
  ),
  storeSeconds: histogram(
    'store_seconds',
    'Time of each operation of the image store, by operation.',
    SECONDS,
    'operation',
  ),
  freeBytes: gauge('store_free_bytes', 'Free space on the disk with the data folder.'),
  storeErrors: counter(
    'store_errors_total',
    'Operations of the image store that failed, by operation.',
    'operation',
  ),
  requests: counter(
    'http_requests_total',
    'HTTP requests, by method, route and status.',
    'method',
    'route',
    'status',
  ),
  requestSeconds: histogram(
    'http_request_seconds',
    'Time until the response was sent, by route.',
    SECONDS,
    'route',
  ),
};

const SMALL_PIXELS = 1_000_000;

/** The value of the label for an image's size. */
export const imageSizeLabel = ({
  width = 0,
  height = 0,
}: {
  width?: number;
  height?: number;
}): 'small' | 'large' => (width * height <= SMALL_PIXELS ? 'small' : 'large');

let collecting = false;

/** From the first call on, also measures the event loop, the garbage collector and the memory of this process. */
export const collectProcessMetrics = (): void => {
  if (!collecting) collectDefaultMetrics({ register: registry });
  collecting = true;
};

/** All metrics in the text format of Prometheus. */
export const metricsText = (): Promise<string> => registry.metrics();
export const METRICS_TYPE = registry.contentType;

/** The name, type and meaning of every metric of the service, for its documentation. */
export const describeMetrics = async (): Promise<{ name: string; type: string; help: string }[]> =>
  (await registry.getMetricsAsJSON())
    .filter(({ name }) => name.startsWith('darkroom_'))
    .map(({ name, type, help }) => ({ name, type: String(type), help }));

/** Runs work and records its duration. */
export const timed = async <Result>(
  metric: { observe(labels: Record<string, string>, value: number): void },
  labels: Record<string, string>,
  work: () => Promise<Result>,
): Promise<Result> => {
  const startedAt = performance.now();
  try {
    return await work();
  } finally {
    metric.observe(labels, (performance.now() - startedAt) / 1000);
  }
};
