// Builds the console when what it is made from has changed since the last time, and at once says nothing otherwise.
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isInstalled } from '../scripts/is-installed.ts';

const HERE = import.meta.dirname;
const DIST = join(HERE, 'dist');
const STAMP = join(DIST, 'built-from.txt');
const SOURCES = [
  'index.html',
  'package.json',
  'build.ts',
  'vite.config.ts',
  'public/**/*',
  'src/**/*',
  '../client/src/**/*',
  '../package-lock.json',
];

const fingerprint = (): string => {
  const hash = createHash('sha256');
  const files = globSync(SOURCES, { cwd: HERE, withFileTypes: true }).filter((entry) => entry.isFile());
  for (const path of files.map(({ parentPath, name }) => join(parentPath, name)).sort())
    hash.update(path.slice(HERE.length)).update('\0').update(readFileSync(path)).update('\0');
  return hash.digest('hex');
};

const made = fingerprint();
const isFresh = existsSync(STAMP) && readFileSync(STAMP, 'utf8') === made;
// An installation without development dependencies brings the console built, or goes without it.
if (!isFresh && isInstalled('vite', import.meta.url)) {
  const { build } = await import('vite');
  // Builds into a folder of its own and renames it at the end, so that a service or another build that runs at the same
  // time never sees half of the files.
  const draft = join(HERE, `dist.${process.pid}`);
  try {
    await build({
      root: HERE,
      configFile: join(HERE, 'vite.config.ts'),
      logLevel: 'error',
      build: { outDir: draft },
    });
    writeFileSync(join(draft, 'built-from.txt'), made);
    rmSync(DIST, { recursive: true, force: true });
    renameSync(draft, DIST);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}
