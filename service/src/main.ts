#!/usr/bin/env node
import { ConfigError, readConfig } from './config.ts';
import { StartError } from './postgres/start-error.ts';
import { adminRole } from './roles/admin.ts';
import { auditRole } from './roles/audit.ts';
import { keysRole } from './roles/keys.ts';
import { migrateRole } from './roles/migrate.ts';
import { reportError } from './roles/report.ts';
import { apiRole, startRole, workerRole } from './roles/serve.ts';

/** What the program can be started as. */
const ROLES = {
  start: { run: startRole, sentence: 'Everything on one machine: the interface, a worker and its lanes.' },
  api: { run: apiRole, sentence: 'Only the HTTP interface.' },
  worker: { run: workerRole, sentence: 'Only a worker with its lanes.' },
  migrate: { run: migrateRole, sentence: 'Brings the database up to date, then ends.' },
  keys: { run: keysRole, sentence: 'With "rotate": signs access tokens with a new key, then ends.' },
  admin: { run: adminRole, sentence: 'Lists, adds or removes who administers the installation, then ends.' },
  audit: { run: auditRole, sentence: 'Proves the books of a live database, then ends.' },
};

const usage = () =>
  [
    'Usage: darkroom <role>',
    '',
    ...Object.entries(ROLES).map(([name, { sentence }]) => `  ${name.padEnd(8)} ${sentence}`),
  ].join('\n');

const name = process.argv[2] ?? 'start';
const role = Object.hasOwn(ROLES, name) ? ROLES[name as keyof typeof ROLES] : undefined;

if (!role) {
  console.error(usage());
  process.exitCode = 2;
} else {
  try {
    process.exitCode = await role.run(readConfig(process.env), process.argv.slice(3));
  } catch (error) {
    // What the operator can mend is one sentence; anything else is a defect and shows where.
    if (error instanceof ConfigError || error instanceof StartError) console.error(error.message);
    else reportError(error);
    process.exitCode = 1;
  }
}
// A connection to a database that hangs would keep the process although everything is done.
process.exit();
