import { once } from 'node:events';
import { statfs } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../../config.ts';
import { collectProcessMetrics, METRICS, METRICS_TYPE, metricsText } from '../../metrics/metrics.ts';
import type { Database } from '../../postgres/connection/database.ts';
import { StartError } from '../../postgres/connection/start-error.ts';
import { readOperationsMetrics } from '../../postgres/operations-metrics.ts';

type Parts = {
  config: Config;
  /** The database, once it is open. */
  database(): Database | undefined;
  /** The reason why this process cannot serve or work now; undefined when it can. */
  whyUnready(): Promise<string | undefined>;
};

/**
 * A scrape of the metrics waits at most this long for the database, so that the other metrics
 * arrive while it is away.
 */
const DATABASE_WITHIN_MS = 2_000;

/**
 * Opens the port for operators of the service, where it is configured. `/livez` succeeds while the process
 * runs, and `/readyz` while it can do its work; `/metrics` has its measurements for Prometheus.
 */
export const openOperationsPort = async ({ config, database, whyUnready }: Parts) => {
  if (config.operationsPort === undefined) return { close: async () => {} };
  collectProcessMetrics();
  const answers: Record<string, (response: ServerResponse) => Promise<void>> = {
    '/livez': async (response) => send(response, 200, 'alive'),
    '/readyz': async (response) => {
      const reason = await whyUnready().catch((error: Error) => error.message);
      send(response, reason ? 503 : 200, reason ?? 'ready');
    },
    '/metrics': async (response) => {
      await Promise.all([readDatabase(database()), readDisk(config.dataDir)]);
      response.setHeader('content-type', METRICS_TYPE);
      send(response, 200, await metricsText());
    },
  };
  const server = createServer((request, response) => {
    const [path = ''] = (request.url ?? '').split('?');
    const answer = request.method === 'GET' ? answers[path] : undefined;
    if (!answer)
      return send(
        response,
        404,
        'There is nothing at this address. Send a GET to /livez, /readyz or /metrics.',
      );
    answer(response).catch((error: Error) => send(response, 500, error.message));
  });
  server.listen(config.operationsPort, config.operationsHost);
  await once(server, 'listening').catch((cause) => {
    const address = `${config.operationsHost}:${config.operationsPort}`;
    throw new StartError(
      `The operations port ${address} cannot be opened (${cause.message}). Set DARKROOM_OPERATIONS_PORT to a free port.`,
      { cause },
    );
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
};

const send = (response: ServerResponse, status: number, text: string): void => {
  response.writeHead(status).end(text.endsWith('\n') ? text : `${text}\n`);
};

const readDisk = async (dataDir: string): Promise<void> => {
  const found = await statfs(dataDir).catch(() => undefined);
  if (found) METRICS.freeBytes.set(found.bavail * found.bsize);
};

/**
 * Sets the gauges of the connection pool, and those that need a query. The latter keep their last values while the
 * database is unreachable.
 */
const readDatabase = async (database: Database | undefined): Promise<void> => {
  if (!database) return;
  const { used, idle, waiting } = database.load();
  METRICS.connections.set({ state: 'used' }, used);
  METRICS.connections.set({ state: 'idle' }, idle);
  METRICS.connectionsAwaited.set(waiting);
  const late = sleep(DATABASE_WITHIN_MS, undefined, { ref: false });
  const found = await Promise.race([readOperationsMetrics(database).catch(() => undefined), late]);
  if (!found) return;
  METRICS.queueWaiting.set(found.waiting);
  METRICS.queueOldestSeconds.set(found.oldestSeconds);
  METRICS.workers.set(found.workers);
  METRICS.lanesOfWorkers.set(found.lanes);
  METRICS.webhookLagSeconds.set(found.webhookLagSeconds);
};
