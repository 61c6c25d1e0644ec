// Makes one file of the library for schemas, once for each version of it; src/schema/typebox.ts says why.
import { existsSync, renameSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { isInstalled } from '../scripts/is-installed.ts';

const { dependencies } = createRequire(import.meta.url)('./package.json');
const bundle = join(import.meta.dirname, `dist/typebox-${dependencies.typebox}.mjs`);

// An installation without development dependencies brings it, or goes without it.
if (!existsSync(bundle) && isInstalled('rolldown', import.meta.url)) {
  const { build } = await import('rolldown');
  // Made aside and put in place at the end: who reads it beside this never sees half of it.
  const file = `${bundle}.${process.pid}`;
  await build({
    input: join(import.meta.dirname, 'src/schema/in-parts.ts'),
    platform: 'node',
    output: { file },
  });
  renameSync(file, bundle);
}
