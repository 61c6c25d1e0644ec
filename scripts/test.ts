// Runs the tests: the groups of service/test/groups.ts, and each other test file in a process of its own. Test files in a folder
// `long` run only with the argument `long`, and then they alone.
import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { join, sep } from 'node:path';
import { GROUPS } from '../service/test/groups.ts';

const ROOT = join(import.meta.dirname, '..');
const find = (patterns: string[]) => globSync(patterns, { cwd: ROOT });

const [only, ...options] = process.argv.slice(2);
const isLong = (file: string) => file.split(sep).includes('long');
const isWanted = (file: string) => isLong(file) === (only === 'long');

// These have scripts of their own: `npm run test:faults` takes very long, `npm run test:deploy` needs nginx, Caddy, Prometheus and
// systemd, `npm run test:pgbouncer` PgBouncer, and `npm run test:s3-signatures` OpenStack Swift.
const APART = ['deploy', 'faults/long', 'pgbouncer', 's3-signatures'].map((folder) =>
  join('service/test', folder),
);
const grouped = new Map(Object.entries(GROUPS).map(([name, patterns]) => [name, find(patterns)]));
const inGroups = new Set([...grouped.values()].flat());
const alone = find(['{service,client,console}/test/**/*.test.ts']).filter(
  (file) => isWanted(file) && !inGroups.has(file) && !APART.some((folder) => file.startsWith(folder)),
);
const groups = [...grouped]
  .filter(([, files]) => isWanted(files[0]!))
  .map(([name]) => `service/test/groups/${name}.ts`);
// A test that waits for something that never comes fails, and so does the run if a process then stays open.
const MOST_MS_PER_TEST = 5 * 60_000;
const MOST_MS = 40 * 60_000;
const { status } = spawnSync(
  process.execPath,
  ['--test', '--test-concurrency=3', `--test-timeout=${MOST_MS_PER_TEST}`, ...options, ...groups, ...alone],
  {
    cwd: ROOT,
    timeout: MOST_MS,
    stdio: 'inherit',
    env: { ...process.env, NODE_COMPILE_CACHE: join(ROOT, 'node_modules/.cache/compiled') },
  },
);
process.exitCode = status ?? 1;
