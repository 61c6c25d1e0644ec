// Writes the pages that follow from the code: `npm run docs`. A test holds them to it.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readConfig, SETTINGS } from '../service/src/config.ts';
import { buildServer } from '../service/src/http/server.ts';
import type { World } from '../service/src/http/world.ts';
import { componentsPage } from './components-page.ts';

const ROOT = join(import.meta.dirname, '..');

const configuration = async (): Promise<string> => {
  const rows = Object.values(SETTINGS).map(
    ({ env, shown, kind, sentence }) => `| \`${env}\` | ${sentence} | ${kind.expects} | ${shown} |`,
  );
  return [
    '# Configuration',
    '',
    'Every setting is an environment variable. An empty one counts as unset, and a wrong value stops the start with a',
    'sentence that names it. This page is made from `service/src/config.ts` by `npm run docs`.',
    '',
    '| variable | what it sets | value | default |',
    '|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
};

const openApi = async (): Promise<string> => {
  // Described and never called, so that there is no world behind it.
  const server = buildServer({ config: readConfig({}), authenticators: [] as unknown[] } as World);
  await server.ready();
  const document = server.swagger();
  await server.close();
  return `${JSON.stringify(document, null, 2)}\n`;
};

/** What each generated file should contain, by its path in the repository. */
export const GENERATED: Record<string, () => Promise<string>> = {
  'docs/configuration.md': configuration,
  'docs/openapi.json': openApi,
  'docs/components.md': componentsPage,
};

if (import.meta.main)
  for (const [path, make] of Object.entries(GENERATED)) await writeFile(join(ROOT, path), await make());
