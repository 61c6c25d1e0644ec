// Bundles the service into `dist/`, one file for what is loaded together: with its 700 source files in place of them, a start
// takes a third more time, and so does the start of a lane.
import { dirname, join, relative } from 'node:path';
import type { Plugin } from 'rolldown';
import { buildWhenChanged } from '../scripts/build-when-changed.ts';
import { isInstalled } from '../scripts/is-installed.ts';

const HERE = import.meta.dirname;

/** The programs and the main files of their child processes. */
const PROGRAMS = [
  'src/main.ts',
  'src/run-files.ts',
  'src/worker/lanes/lane-process.ts',
  'src/worker/models/model-process.ts',
];

/**
 * Source files name other files of the package by their own place. The main files of child processes are built too; all other
 * files stay where they are.
 */
const placesFrom = (dist: string): Plugin => ({
  name: 'places',
  transform: (code, file) =>
    code
      .replaceAll(/import\.meta\.dirname, '([\w-]+-process)\.ts'/g, "import.meta.filename, '../$1.js'")
      .replaceAll('import.meta.dirname', `\`\${import.meta.filename}/../${relative(dist, dirname(file))}\``),
});

// An installation without development dependencies brings it.
if (isInstalled('rolldown', import.meta.url))
  await buildWhenChanged({
    dist: join(HERE, 'dist'),
    folder: HERE,
    sources: ['build.ts', 'package.json', 'src/**/*', '../package-lock.json'],
    build: async (draft) => {
      const { build } = await import('rolldown');
      await build({
        input: join(HERE, 'src/schema/in-parts.ts'),
        platform: 'node',
        output: { file: join(draft, 'typebox.js') },
      });
      await build({
        input: PROGRAMS.map((file) => join(HERE, file)),
        platform: 'node',
        external: /^[^./]/,
        plugins: [placesFrom(join(HERE, 'dist'))],
        // The same names after each build: a service that runs meanwhile can still load what it has not needed so far.
        output: { dir: draft, entryFileNames: '[name].js', chunkFileNames: '[name].js' },
      });
    },
  });
