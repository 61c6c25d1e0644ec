// Runs all tests: the groups of service/test/groups.ts, and each other test file in a process of its own.
import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { GROUPS } from '../service/test/groups.ts';

const ROOT = join(import.meta.dirname, '..');
const find = (patterns: string[]) => globSync(patterns, { cwd: ROOT });

const grouped = new Set(find(Object.values(GROUPS).flat()));
// The long tests of the console run by `npm run test:console-long`.
const alone = find(['{service,client,console}/test/**/*.test.ts']).filter(
  (file) => !grouped.has(file) && !file.startsWith(join('console', 'test', 'long')),
);
const groups = Object.keys(GROUPS).map((name) => `service/test/groups/${name}.ts`);
const { status } = spawnSync(
  process.execPath,
  ['--test', '--test-concurrency=3', ...process.argv.slice(2), ...groups, ...alone],
  {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, NODE_COMPILE_CACHE: join(ROOT, 'node_modules/.cache/compiled') },
  },
);
process.exitCode = status ?? 1;
