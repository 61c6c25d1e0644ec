import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../../config.ts';
import { openGuardedFetch } from '../../egress/guarded-fetch.ts';
import { batchesIn } from '../../postgres/batches/batches.ts';
import { type Database, openDatabase, type Statement } from '../../postgres/connection/database.ts';
import { checkSchema, migrate } from '../../postgres/connection/migrate.ts';
import { refusePooler } from '../../postgres/connection/refuse-pooler.ts';
import { schemaWatch } from '../../postgres/connection/schema-watch.ts';
import { StartError } from '../../postgres/connection/start-error.ts';
import { creditsIn } from '../../postgres/credits.ts';
import {
  connectOrStartEmbeddedServer,
  startEmbeddedServer,
} from '../../postgres/embedded/embedded-server.ts';
import { openResultCache } from '../../postgres/executions/result-cache.ts';
import { imagesIn } from '../../postgres/images.ts';
import { organizationsIn } from '../../postgres/organizations.ts';
import { apiKeysIn } from '../../postgres/people/api-keys.ts';
import { readmitIn } from '../../postgres/retention/object-references.ts';
import { workflowsIn } from '../../postgres/workflows.ts';
import { brokenReport } from './broken-report.ts';
import { openDataFolder, prepareDataFolder } from './data/data-folder.ts';
import { openStore } from './data/open-store.ts';
import { imageLimits } from './open-lanes.ts';
import { reportError, reportEvent, reportRequest, reportWarning } from './report.ts';

/** The configuration, database, stores and ports that every program of the service uses. */
export type Foundation = Awaited<ReturnType<typeof openFoundation>>;

type FoundationOptions = {
  /** Aborts a start that is waiting because another process migrates the database. */
  signal?: AbortSignal;
  /** Opens the store of images. A worker passes a function that waits for the store. */
  openStore?: typeof openStore;
  allowLoopback?: boolean;
};

/** Prepares the data folder, opens and migrates the database, and opens the stores. */
export const openFoundation = async (config: Config, options: FoundationOptions = {}) => {
  const { signal, openStore: open = openStore, allowLoopback = false } = options;
  const runAs = await prepareDataFolder(config);
  const { database, close, whySchemaUnfit } = await openMigratedDatabase(config, signal);
  const objects = await open({ config, database, owner: runAs });
  const whyUnusable = async () => (await whySchemaUnfit()) ?? objects.whyUnusable();
  const limits = imageLimits(config);
  const egress = openGuardedFetch({ allow: config.egressAllow, allowLoopback });
  return {
    config,
    database,
    objects,
    runAs,
    limits,
    egress,
    reportError,
    reportWarning,
    reportEvent,
    reportBroken: brokenReport(database),
    reportRequest,
    /** The reason why this process must not work; undefined when its code fits the schema and the store can be used. */
    whyUnusable,
    /** The same as `whyUnusable`, but rejects when the database does not respond. */
    whyUnready: async () => {
      await database.run(PING, []);
      return whyUnusable();
    },
    results: openResultCache(),
    images: imagesIn(database),
    readmit: readmitIn(database),
    batches: batchesIn(database),
    workflows: workflowsIn(database),
    organizations: organizationsIn(database),
    credits: creditsIn(database),
    apiKeys: apiKeysIn(database),
    close: async () => {
      await egress.close();
      await close();
    },
  };
};

/** Opens the server of DATABASE_URL, or starts the embedded one, which stops with the service, and migrates it. */
const openMigratedDatabase = async (config: Config, signal: AbortSignal | undefined) => {
  const opened = await openDatabaseWith(config, startEmbeddedServer);
  const { database } = opened;
  try {
    await checkConnection(config, database);
    await migrate(database, { signal, report: reportWarning });
    return { ...opened, whySchemaUnfit: await schemaWatch(database) };
  } catch (error) {
    await opened.close();
    throw error;
  }
};

/**
 * The statement has no name, because a pooler may lend a connection on which another process has already
 * prepared a statement of the same name.
 */
const PING: Statement<never> = { name: '', text: 'select' };
const MAX_WAIT_MS = 30_000;
const RETRY_AFTER_MS = 250;

/**
 * Waits until the database responds. When a whole machine starts, its database may be late. A database that
 * refuses the connection is reported at once.
 */
const waitForDatabase = async ({ run }: Database): Promise<void> => {
  const startedAt = performance.now();
  const isLate = ({ cause }: { cause?: { message?: string } }) =>
    /timeout|does not answer/.test(cause?.message ?? '') && performance.now() - startedAt < MAX_WAIT_MS;
  for (;;)
    try {
      await run(PING, []);
      return;
    } catch (error) {
      if (!isLate(error as Error & { cause?: Error })) throw error;
      await sleep(RETRY_AFTER_MS);
    }
};

/** Waits until the database responds, and checks that connections to it are sessions. */
const checkConnection = async ({ databaseUrl }: Config, database: Database): Promise<void> => {
  await waitForDatabase(database).catch((error) => {
    throw databaseUrl ? unusableDatabase(error) : error;
  });
  if (databaseUrl) await refusePooler(database);
};

/**
 * The error for a database that cannot be used. It contains the message of the cause, from the server or the network.
 * That message is empty for a host with several addresses, so the error then contains the cause's code.
 */
const unusableDatabase = (error: Error & { cause?: Error & { code?: string } }): StartError => {
  const { message, code } = error.cause ?? (error as NonNullable<typeof error.cause>);
  return new StartError(
    `The database of DATABASE_URL cannot be used (${message || code}). Check that its server runs, and the host, port, database, user and password in DATABASE_URL.`,
    { cause: error },
  );
};

/** Error codes of PostgreSQL for an unknown table and an unknown column. */
const UNDEFINED_TABLE_OR_COLUMN = ['42P01', '42703'];

/**
 * Opens the database for a command that ends by itself. The service may be using it at the same time. Refuses a
 * schema that this code was not made for.
 */
export const withDatabase = <Result>(
  config: Config,
  work: (database: Database) => Promise<Result>,
): Promise<Result> =>
  withDatabaseOfAnySchema(config, async (database) => {
    await checkSchema(database);
    try {
      return await work(database);
    } catch (error) {
      // A newer version may have migrated the database while the command ran. If so, report that instead.
      if (UNDEFINED_TABLE_OR_COLUMN.includes((error as { code?: string }).code ?? ''))
        await checkSchema(database);
      throw error;
    }
  });

/** Opens the database for a command that migrates it. */
export const withDatabaseOfAnySchema = async <Result>(
  config: Config,
  work: (database: Database) => Promise<Result>,
): Promise<Result> => {
  const { database, close } = await openDatabaseWith(config, connectOrStartEmbeddedServer);
  try {
    await checkConnection(config, database);
    return await work(database);
  } finally {
    await close();
  }
};

type OpenDatabase = { database: Database; close(): Promise<void> };

const openDatabaseWith = async (
  config: Config,
  openEmbedded: typeof connectOrStartEmbeddedServer,
): Promise<OpenDatabase> => {
  const embedded = config.databaseUrl
    ? undefined
    : await openEmbedded({ dataDir: openDataFolder(config.dataDir), report: reportWarning });
  const database = openDatabase(config.databaseUrl ?? (embedded?.url as string), {
    connections: config.databaseConnections,
  });
  return {
    database,
    close: async () => {
      await database.close();
      await embedded?.stop();
    },
  };
};
