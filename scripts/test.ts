// Runs all tests: the groups of service/test/groups.ts, and each other test file in a process of its own.
import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { GROUPS } from '../service/test/groups.ts';

const ROOT = join(import.meta.dirname, '..');
const find = (patterns: string[]) => globSync(patterns, { cwd: ROOT });

const grouped = new Set(find(Object.values(GROUPS).flat()));
// These have scripts of their own: `npm run test:console-long` and `npm run test:faults` take long, `npm run test:deploy`
// needs nginx, Caddy, Prometheus and systemd, `npm run test:pgbouncer` PgBouncer, `npm run test:s3-signatures` OpenStack Swift.
const APART = [
  join('console', 'test', 'long'),
  join('service', 'test', 'faults', 'long'),
  ...['deploy', 'pgbouncer', 's3-signatures'].map((folder) => join('service', 'test', folder)),
];
const alone = find(['{service,client,console}/test/**/*.test.ts']).filter(
  (file) => !grouped.has(file) && !APART.some((folder) => file.startsWith(folder)),
);
const groups = Object.keys(GROUPS).map((name) => `service/test/groups/${name}.ts`);
// A test that waits for something that never comes fails, and so does the run if a process then stays open.
const MOST_MS_PER_TEST = 5 * 60_000;
const MOST_MS = 40 * 60_000;
const { status } = spawnSync(
  process.execPath,
  [
    '--test',
    '--test-concurrency=3',
    `--test-timeout=${MOST_MS_PER_TEST}`,
    ...process.argv.slice(2),
    ...groups,
    ...alone,
  ],
  {
    cwd: ROOT,
    timeout: MOST_MS,
    stdio: 'inherit',
    env: { ...process.env, NODE_COMPILE_CACHE: join(ROOT, 'node_modules/.cache/compiled') },
  },
);
process.exitCode = status ?? 1;
