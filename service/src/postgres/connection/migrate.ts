import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import type { Database } from './database.ts';
import { StartError, StartInterrupted } from './start-error.ts';
import { statement } from './statement.ts';

const MIGRATIONS = join(import.meta.dirname, '../../../migrations');
const OLDEST_VERSION = 15;
// The first migration of the development versions; their schema was replaced by 0001_schema.sql.
const BEFORE_THE_FIRST_RELEASE = '0001_core.sql';
// The key of the advisory lock: an arbitrary number that must be the same in every version of the service.
const LOCK = 7_203_114_902;
const TRY_AGAIN_MS = 100;
const SAY_AFTER_TRIES = 20;

type Migration = { number: number; name: string; checksum: string; text: string };
type Applied = { number: number; name: string; checksum: string };

const APPLIED = statement<Applied>('select number, name, checksum from migrations order by number');
const UNDEFINED_TABLE = '42P01';

type MigrateOptions = {
  folder?: string;
  /** Ends the wait for another process that migrates. */
  signal?: AbortSignal | undefined;
  report?: (message: string) => void;
};

/** Migrates the schema. Several processes may call this at once: one migrates, the others wait for it. */
export const migrate = async (
  database: Database,
  { folder = MIGRATIONS, signal, report }: MigrateOptions = {},
): Promise<void> => {
  const migrations = await readMigrations(folder);
  const session = await database.session();
  try {
    await checkServer(session);
    // A statement or lock timeout that the server sets for its clients must not interrupt a migration.
    await session.query('set statement_timeout = 0; set lock_timeout = 0');
    await lock(session, signal, report);
    for (const migration of pending(migrations, await applied(session))) await apply(session, migration);
  } finally {
    await session.end();
  }
};

/** Takes the lock of migrations, which ends with the session. Reports when another process has the lock, and waits. */
const lock = async (
  session: Client,
  signal: AbortSignal | undefined,
  report: ((message: string) => void) | undefined,
): Promise<void> => {
  const tryLock = async (): Promise<boolean> =>
    (await session.query(`select pg_try_advisory_lock(${LOCK}) as locked`)).rows[0].locked;
  for (let waited = 0; !(await tryLock()); waited += 1) {
    if (waited === SAY_AFTER_TRIES)
      report?.('Another process is migrating the database; this one starts when it is done.');
    await sleep(TRY_AGAIN_MS, undefined, { signal }).catch(() => {
      throw new StartInterrupted('The start was canceled while another process was migrating the database.');
    });
  }
};

export const readMigrations = async (folder = MIGRATIONS): Promise<Migration[]> => {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  const migrations = await Promise.all(
    names.map(async (name) => {
      // A checkout with other line endings must give the same checksum.
      const text = (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n');
      return { number: Number.parseInt(name, 10), name, checksum: sha256(text), text };
    }),
  );
  for (const [index, { number, name }] of migrations.entries())
    if (number !== index + 1)
      throw new StartError(
        `The migration ${name} must have the number ${index + 1}. Number the migrations from 1, without gaps.`,
      );
  return migrations;
};

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

const checkServer = async (session: Client): Promise<void> => {
  const { rows } = await session.query<{ version: string; encoding: string }>(
    `select current_setting('server_version_num') as version, current_setting('server_encoding') as encoding`,
  );
  const { version, encoding } = rows[0]!;
  const major = Math.floor(Number(version) / 10_000);
  if (major < OLDEST_VERSION)
    throw new StartError(
      `The database server is PostgreSQL ${major}, and the service needs ${OLDEST_VERSION} or later.`,
    );
  if (encoding !== 'UTF8')
    throw new StartError(
      `The encoding of the database is ${encoding}, and the service needs UTF8. Create a database with the encoding UTF8.`,
    );
};

const applied = async (session: Client): Promise<Applied[]> => {
  await session.query(`
    create table if not exists migrations (
      number integer primary key,
      name text not null,
      checksum text not null,
      applied_at timestamptz not null default now()
    )`);
  return (await session.query<Applied>(APPLIED.text)).rows;
};

/** Refuses a database whose schema is older or newer than this code, and changes nothing. */
export const checkSchema = async ({ run }: Database, folder = MIGRATIONS): Promise<void> => {
  const done = await run(APPLIED, []).catch((error: { code?: string }) => {
    if (error.code === UNDEFINED_TABLE) return [];
    throw error;
  });
  if (pending(await readMigrations(folder), done).length > 0)
    throw new StartError('The database is not up to date. Run `darkroom migrate` first.');
};

const pending = (migrations: Migration[], done: Applied[]): Migration[] => {
  if (done[0]?.name === BEFORE_THE_FIRST_RELEASE)
    throw new StartError(
      'The database was made by a development version before the first release, which cannot be brought up to date. Start with an empty data folder, or with an empty database in DATABASE_URL.',
    );
  for (const { number, name, checksum } of done) {
    const known = migrations[number - 1];
    if (!known)
      throw new StartError(
        `The database is newer than this version of the service: it has the migration ${name}. Use the version that made it, or a later one.`,
      );
    if (known.checksum !== checksum)
      throw new StartError(
        `The file of the migration ${known.name} was changed after it was applied to the database. Restore that file, and put the change into a new migration.`,
      );
  }
  return migrations.slice(done.length);
};

const apply = async (session: Client, { number, name, checksum, text }: Migration): Promise<void> => {
  try {
    await session.query('begin');
    await session.query(text);
    await session.query('insert into migrations (number, name, checksum) values ($1, $2, $3)', [
      number,
      name,
      checksum,
    ]);
    await session.query('commit');
  } catch (cause) {
    // No rollback is needed: the transaction ends with the session.
    throw new StartError(
      `The migration ${name} failed and was undone: ${(cause as Error).message}. Remove the cause and start the service again.`,
      {
        cause,
      },
    );
  }
};
