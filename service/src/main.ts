#!/usr/bin/env node
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { ConfigError, readConfig } from './config.ts';
import { StartError } from './postgres/start-error.ts';
import { reportError } from './roles/report.ts';

/** What the program can be started as. Only what a role needs is loaded. */
const ROLES = {
  start: {
    load: async () => (await import('./roles/serve.ts')).startRole,
    sentence: 'Everything on one machine: the interface, a worker and its lanes.',
  },
  api: {
    load: async () => (await import('./roles/serve.ts')).apiRole,
    sentence: 'Only the HTTP interface.',
  },
  worker: {
    load: async () => (await import('./roles/serve.ts')).workerRole,
    sentence: 'Only a worker with its lanes.',
  },
  migrate: {
    load: async () => (await import('./roles/migrate.ts')).migrateRole,
    sentence: 'Brings the database up to date, then ends.',
  },
  keys: {
    load: async () => (await import('./roles/keys.ts')).keysRole,
    sentence: 'With "rotate": signs access tokens with a new key, then ends.',
  },
  admin: {
    load: async () => (await import('./roles/admin.ts')).adminRole,
    sentence: 'Lists, adds or removes who administers the installation, then ends.',
  },
  'api-key': {
    load: async () => (await import('./roles/api-key.ts')).apiKeyRole,
    sentence: "Prints where the administrator's API key is kept, then ends.",
  },
  audit: {
    load: async () => (await import('./roles/audit.ts')).auditRole,
    sentence: 'Proves the books of a live database, then ends.',
  },
};
const SERVING = ['start', 'api', 'worker'];

const usage = () =>
  [
    'Usage: darkroom <command>',
    '',
    ...Object.entries(ROLES).map(([name, { sentence }]) => `  ${name.padEnd(8)} ${sentence}`),
  ].join('\n');

const name = process.argv[2] ?? '--help';
const role = Object.hasOwn(ROLES, name) ? ROLES[name as keyof typeof ROLES] : undefined;

if (['--help', '-h', 'help'].includes(name)) {
  console.log(usage());
} else if (!role) {
  console.error(`There is no command "${name}".\n\n${usage()}`);
  process.exitCode = 2;
} else {
  try {
    const config = readConfig(process.env);
    // Whatever this process or its children create is for its owner alone.
    process.umask(0o077);
    // For the next start, and for the lanes, which are started again and again.
    if (SERVING.includes(name)) enableCompileCache(join(config.dataDir, 'compiled'));
    const run = await role.load();
    process.exitCode = await run(config, process.argv.slice(3));
  } catch (error) {
    // What the operator can mend is one sentence; anything else is a defect and shows where.
    if (error instanceof ConfigError || error instanceof StartError) console.error(error.message);
    else reportError(error);
    process.exitCode = 1;
  }
}
// A connection to a database that hangs would keep the process although everything is done.
process.exit();
