#!/usr/bin/env node
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { ConfigError, readConfig } from './config.ts';
import { StartError } from './postgres/connection/start-error.ts';
import { reportError } from './programs/serving/report.ts';

/** The commands. Each is a program; only the code of the chosen one is loaded. */
const PROGRAMS = {
  start: {
    load: async () => (await import('./programs/serving/serve.ts')).startProgram,
    sentence: 'Runs everything on one machine: the HTTP API, the console, a worker and its lanes.',
  },
  api: {
    load: async () => (await import('./programs/serving/serve.ts')).apiProgram,
    sentence: 'Runs only the HTTP API and the console.',
  },
  worker: {
    load: async () => (await import('./programs/serving/serve.ts')).workerProgram,
    sentence: 'Runs only a worker with its lanes.',
  },
  migrate: {
    load: async () => (await import('./programs/commands/migrate.ts')).migrateProgram,
    sentence: 'Updates the database schema, then ends.',
  },
  keys: {
    load: async () => (await import('./programs/commands/keys.ts')).keysProgram,
    sentence: 'With "rotate": makes a new key that signs access tokens, then ends.',
  },
  admin: {
    load: async () => (await import('./programs/commands/admin.ts')).adminProgram,
    sentence: 'Lists, adds or removes administrators of the installation, then ends.',
  },
  'api-key': {
    load: async () => (await import('./programs/commands/api-key.ts')).apiKeyProgram,
    sentence: "Prints the path of the file with the administrator's API key, then ends.",
  },
  person: {
    load: async () => (await import('./programs/commands/person.ts')).personProgram,
    sentence: 'Exports or erases what is stored about a person, then ends.',
  },
  erasures: {
    load: async () => (await import('./programs/commands/erasures.ts')).erasuresProgram,
    sentence: 'With "replay": after a restore, deletes again what had been deleted on request, then ends.',
  },
  scrub: {
    load: async () => (await import('./programs/commands/scrub.ts')).scrubProgram,
    sentence: 'Checks the bytes of all images, and with --mend restores what it can, then ends.',
  },
  objects: {
    load: async () => (await import('./programs/commands/objects.ts')).objectsProgram,
    sentence: 'With "copy": copies the image store to another folder or bucket, then ends.',
  },
  audit: {
    load: async () => (await import('./programs/commands/audit.ts')).auditProgram,
    sentence: 'Checks that ledger, holds and charges agree, then ends. Safe on a live database.',
  },
  backup: {
    load: async () => (await import('./programs/commands/backup.ts')).backupProgram,
    sentence:
      'Copies the embedded database and the images to a folder, then ends. Safe while the service runs.',
  },
  restore: {
    load: async () => (await import('./programs/commands/restore.ts')).restoreProgram,
    sentence: 'Copies a backup into an empty data folder and checks it, then ends.',
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
    // Files that this process or its children create are readable by their owner only.
    process.umask(0o077);
    // Speeds up the next start of the service, and of the lanes, which are restarted often.
    if (SERVING.includes(name)) enableCompileCache(join(config.dataDir, 'compiled'));
    const run = await program.load();
    process.exitCode = await run(config, process.argv.slice(3));
  } catch (error) {
    // Errors that the operator can fix are printed as one sentence; any other error is a defect and keeps its stack trace.
    if (error instanceof ConfigError || error instanceof StartError) console.error(error.message);
    else reportError(error);
    process.exitCode = 1;
  }
}
// Without this call, a hanging database connection would keep the process alive after all work is done.
process.exit();
