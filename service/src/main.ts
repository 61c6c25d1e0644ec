#!/usr/bin/env node
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { ConfigError, readConfig } from './config.ts';
import { StartError } from './postgres/connection/start-error.ts';
import { reportError } from './programs/serving/report.ts';

/** The commands, each a program of its own. Only the code of the chosen one is loaded. */
const PROGRAMS = {
  start: {
    load: async () => (await import('./programs/serving/serve.ts')).startProgram,
    sentence: 'Everything on one machine: the interface, a worker and its lanes.',
  },
  api: {
    load: async () => (await import('./programs/serving/serve.ts')).apiProgram,
    sentence: 'Only the HTTP interface.',
  },
  worker: {
    load: async () => (await import('./programs/serving/serve.ts')).workerProgram,
    sentence: 'Only a worker with its lanes.',
  },
  migrate: {
    load: async () => (await import('./programs/commands/migrate.ts')).migrateProgram,
    sentence: 'Brings the database up to date, then ends.',
  },
  keys: {
    load: async () => (await import('./programs/commands/keys.ts')).keysProgram,
    sentence: 'With "rotate": signs access tokens with a new key, then ends.',
  },
  admin: {
    load: async () => (await import('./programs/commands/admin.ts')).adminProgram,
    sentence: 'Lists, adds or removes who administers the installation, then ends.',
  },
  'api-key': {
    load: async () => (await import('./programs/commands/api-key.ts')).apiKeyProgram,
    sentence: "Prints where the administrator's API key is kept, then ends.",
  },
  audit: {
    load: async () => (await import('./programs/commands/audit.ts')).auditProgram,
    sentence: 'Proves the books of a live database, then ends.',
  },
};
const SERVING = ['start', 'api', 'worker'];

const usage = () =>
  [
    'Usage: darkroom <command>',
    '',
    ...Object.entries(PROGRAMS).map(([name, { sentence }]) => `  ${name.padEnd(8)} ${sentence}`),
  ].join('\n');

const name = process.argv[2] ?? '--help';
const program = Object.hasOwn(PROGRAMS, name) ? PROGRAMS[name as keyof typeof PROGRAMS] : undefined;

if (['--help', '-h', 'help'].includes(name)) {
  console.log(usage());
} else if (!program) {
  console.error(`There is no command "${name}".\n\n${usage()}`);
  process.exitCode = 2;
} else {
  try {
    const config = readConfig(process.env);
    // Whatever this process or its children create is for its owner alone.
    process.umask(0o077);
    // For the next start, and for the lanes, which are started again and again.
    if (SERVING.includes(name)) enableCompileCache(join(config.dataDir, 'compiled'));
    const run = await program.load();
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
