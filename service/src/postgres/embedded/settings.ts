/**
 * The method by which PostgreSQL syncs all files of the database, before recovery and after a first start. One sync of
 * the whole file system took 0.4 s on a busy disk, a sync of each of a thousand files 3 s.
 */
export const SYNC_METHOD = process.platform === 'linux' ? 'syncfs' : 'fsync';

/** The settings of the embedded server: durable, and small enough to share two cores with the lanes. */
const SETTINGS: Record<string, string> = {
  // Do not listen on the network.
  listen_addresses: '',
  port: '5432',
  unix_socket_permissions: '0700',
  cluster_name: 'darkroom',

  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  // A backup of the running server needs the WAL of the level replica, although there are no replicas.
  wal_level: 'replica',
  max_wal_senders: '0',
  max_wal_size: '2GB',
  min_wal_size: '256MB',
  checkpoint_timeout: '15min',
  recovery_init_sync_method: SYNC_METHOD,

  max_connections: '100',
  shared_buffers: '128MB',
  jit: 'off',
  // The lanes need the cores. Parallel queries could also exceed a container's 64 MB of /dev/shm.
  max_parallel_workers_per_gather: '0',
  random_page_cost: '1.1',
  // The queue's tables change all the time, so only frequent vacuuming keeps them small.
  autovacuum_naptime: '15s',

  timezone: 'UTC',
  log_timezone: 'UTC',
  datestyle: 'ISO',

  // Log messages without the values of a statement: they may be personal data.
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
  log_autovacuum_min_duration: '-1',
};

export const PORT = Number(SETTINGS['port']);

export const settingArguments = (socketFolder: string, more: Record<string, string> = {}): string[] =>
  Object.entries({ ...SETTINGS, unix_socket_directories: socketFolder, ...more }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ]);
