// Runs the tests: the groups of service/test/groups.ts, and each other test file in a process of its own. The
// argument `long` runs only the test files in folders named `long`; without it, they are left out.
import { existsSync, globSync, type StatsFs, statfsSync } from 'node:fs';
import { join, sep } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { GROUPS } from '../service/test/groups.ts';

const ROOT = join(import.meta.dirname, '..');
/** The number of test processes: more than the two cores of a small machine, because tests also wait. */
const CONCURRENCY = 4;
const find = (patterns: string[]) => globSync(patterns, { cwd: ROOT });

const [only] = process.argv.slice(2);
const isLong = (file: string) => file.split(sep).includes('long');
const isWanted = (file: string) => isLong(file) === (only === 'long');

// These tests have scripts of their own. `npm run test:faults` takes very long. The others need programs: `npm
// run test:deploy` nginx, Caddy, Prometheus and systemd, `npm run test:pgbouncer` PgBouncer, and `npm run
// test:s3-signatures` OpenStack Swift.
const RUN_SEPARATELY = ['deploy', 'faults/long', 'pgbouncer', 's3-signatures'].map((folder) =>
  join('service/test', folder),
);
const grouped = new Map(Object.entries(GROUPS).map(([name, patterns]) => [name, find(patterns)]));
const inGroups = new Set([...grouped.values()].flat());
const alone = find(['{service,client,console}/test/**/*.test.ts']).filter(
  (file) =>
    isWanted(file) && !inGroups.has(file) && !RUN_SEPARATELY.some((folder) => file.startsWith(folder)),
);
const groups = [...grouped]
  .filter(([, files]) => isWanted(files[0]!))
  .map(([name]) => `service/test/groups/${name}.ts`);
// The first limit fails a test that waits for something that never comes. The second one fails the run when a
// process stays open after its tests.
const MOST_MS_PER_TEST = 5 * 60_000;
const MOST_MS = 40 * 60_000;
// Databases and image stores are thousands of small files that the tests make and delete: that is much faster
// in memory.
const MEMORY = '/dev/shm';
const NEEDED_BYTES = 4e9;
const hasRoom = ({ bavail, bsize }: StatsFs) => bavail * bsize > NEEDED_BYTES;
if (existsSync(MEMORY) && hasRoom(statfsSync(MEMORY))) process.env.TMPDIR ??= MEMORY;
process.env.NODE_COMPILE_CACHE = join(ROOT, 'node_modules/.cache/compiled');
// The groups take longest, so they begin first. (`node --test` would sort the files by name.)
run({
  files: [...groups, ...alone].map((file) => join(ROOT, file)),
  cwd: ROOT,
  concurrency: CONCURRENCY,
  timeout: MOST_MS_PER_TEST,
  signal: AbortSignal.timeout(MOST_MS),
})
  .on('test:fail', () => {
    process.exitCode = 1;
  })
  .compose(spec)
  .pipe(process.stdout);
