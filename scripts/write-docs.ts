// Writes the pages that follow from the code: `npm run docs`. A test holds them to it.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readConfig, SETTINGS } from '../service/src/config.ts';
import { PLATFORM_ACTIONS, RIGHTS, ROLES, type Role } from '../service/src/domain/people/rights.ts';
import { buildServer } from '../service/src/http/server/server.ts';
import type { World } from '../service/src/http/server/world.ts';
import { FIRST_DRAFTS } from '../service/src/operations/workflows/first-workflows.ts';
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

const roles = async (): Promise<string> => {
  const marks = (allowed: readonly Role[]) => ROLES.map((role) => (allowed.includes(role) ? 'yes' : ''));
  return [
    '# Who may do what',
    '',
    'Every route names one of these actions, and a role that has not the right is answered with 403. This page is made',
    'from `service/src/domain/people/rights.ts` by `npm run docs`.',
    '',
    `| action | ${ROLES.join(' | ')} |`,
    `|---|${ROLES.map(() => '---').join('|')}|`,
    ...Object.entries(RIGHTS).map(([action, allowed]) => `| \`${action}\` | ${marks(allowed).join(' | ')} |`),
    '',
    'A platform administrator acts as owner in every organization, and alone may do these:',
    `${PLATFORM_ACTIONS.map((action) => `\`${action}\``).join(', ')}.`,
    '',
    'Nobody gives or takes a role with rights that they do not have themselves, and only an owner makes an owner.',
    'The last owner of an organization can neither leave nor become less.',
    '',
  ].join('\n');
};

/** A workflow of a fresh installation as a file that `POST /v1/workflow` takes. */
const recipe = (name: string) => async (): Promise<string> => {
  const draft = FIRST_DRAFTS.find((one) => one.name === name)!;
  const body = { name, inputs: draft.inputs, workflowComponents: draft.steps };
  return `${JSON.stringify(body, null, 2)}\n`;
};

/** What each generated file should contain, by its path in the repository. */
export const GENERATED: Record<string, () => Promise<string>> = {
  'docs/configuration.md': configuration,
  'docs/openapi.json': openApi,
  'docs/roles.md': roles,
  'docs/components.md': componentsPage,
  'docs/cookbook/ghost.json': recipe('Ghost on transparent'),
  'docs/cookbook/social-4x5.json': recipe('Social 4:5'),
  'docs/cookbook/watermark-proof.json': recipe('Watermark proof'),
};

if (import.meta.main)
  for (const [path, make] of Object.entries(GENERATED)) await writeFile(join(ROOT, path), await make());
