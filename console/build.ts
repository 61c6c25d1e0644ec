// Builds the console into `dist/`.
import { join } from 'node:path';
import { buildWhenChanged } from '../scripts/build-when-changed.ts';
import { isInstalled } from '../scripts/is-installed.ts';

const HERE = import.meta.dirname;

// Without development dependencies there is no Vite: such an installation uses the build that came with it, or has no
// console.
if (isInstalled('vite', import.meta.url))
  await buildWhenChanged({
    dist: join(HERE, 'dist'),
    folder: HERE,
    sources: [
      'index.html',
      'package.json',
      'build.ts',
      'vite.config.ts',
      'public/**/*',
      'src/**/*',
      '../client/src/**/*',
      '../package-lock.json',
    ],
    build: async (draft) => {
      const { build } = await import('vite');
      await build({
        root: HERE,
        configFile: join(HERE, 'vite.config.ts'),
        logLevel: 'error',
        build: { outDir: draft },
      });
    },
  });
