// Writes the docs that are generated from the code: `npm run docs`. A test checks that they are up to date.
import { copyFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readConfig, SETTINGS } from '../service/src/config.ts';
import { PLATFORM_ACTIONS, RIGHTS, ROLES, type Role } from '../service/src/domain/people/rights.ts';
import type { ApiPorts } from '../service/src/http/server/api-ports.ts';
import type { Route } from '../service/src/http/server/route.ts';
import { ROUTES } from '../service/src/http/server/routes.ts';
import { buildServer } from '../service/src/http/server/server.ts';
import { describeMetrics } from '../service/src/metrics/metrics.ts';
import { FIRST_DRAFTS } from '../service/src/operations/workflows/first-workflows.ts';
import { componentsPage } from './components-page.ts';
import { COOKBOOK, cookbookTemplates } from './cookbook-templates.ts';

const ROOT = join(import.meta.dirname, '..');

const configuration = async (): Promise<string> => {
  const rows = Object.values(SETTINGS).map(
    ({ env, shown, kind, sentence }) => `| \`${env}\` | ${sentence} | ${kind.expects} | ${shown} |`,
  );
  const secrets = Object.values(SETTINGS)
    .filter((setting) => 'isSecret' in setting)
    .map(({ env }) => `\`${env}\``);
  return [
    '# Configuration',
    '',
    'Every setting is an environment variable. An empty variable counts as unset. With an invalid value the service does',
    'not start and names the variable. This page is generated from `service/src/config.ts` by `npm run docs`.',
    '',
    'Secrets can be files: set the variable with the suffix `_FILE` to a path instead, such as `DATABASE_URL_FILE`. This works for',
    `${secrets.join(', ')}.`,
    '',
    '| variable | what it sets | value | default |',
    '|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
};

const openApi = async (): Promise<string> => {
  // The server only describes its routes and is never called, so the rest of its dependencies can be missing.
  const server = buildServer({ config: readConfig({}), authenticators: [] as unknown[] } as ApiPorts);
  await server.ready();
  const document = server.swagger();
  await server.close();
  return `${JSON.stringify(document, null, 2)}\n`;
};

const roles = async (): Promise<string> => {
  const marks = (allowed: readonly Role[]) => ROLES.map((role) => (allowed.includes(role) ? 'yes' : ''));
  return [
    '# Roles and permissions',
    '',
    'Every route names one of these actions, and a caller whose role does not allow it gets 403. This page is generated',
    'from `service/src/domain/people/rights.ts` by `npm run docs`.',
    '',
    `| action | ${ROLES.join(' | ')} |`,
    `|---|${ROLES.map(() => '---').join('|')}|`,
    ...Object.entries(RIGHTS).map(([action, allowed]) => `| \`${action}\` | ${marks(allowed).join(' | ')} |`),
    '',
    'A platform administrator acts as owner in every organization. Only platform administrators can do these:',
    `${PLATFORM_ACTIONS.map((action) => `\`${action}\``).join(', ')}.`,
    '',
    'Members can only give or take away roles whose rights they have themselves, and only an owner can make an owner.',
    'The last owner of an organization cannot leave or get a lower role.',
    '',
  ].join('\n');
};

/** The right that the caller of a route needs, or who may call the route without a right. */
const callersOf = ({ action }: Route): string => {
  if (action === 'public') return 'everyone';
  if (action === 'person') return 'a person who is signed in';
  return typeof action === 'string' ? `\`${action}\`` : `\`${action.platform}\` (platform)`;
};

const endpoints = async (): Promise<string> =>
  [
    '# Endpoints',
    '',
    'Every call of the API, with the [right](roles.md) that it needs. `/docs` of a running service has the parameters, bodies and',
    'answers, and so has `openapi.json`. This page is generated from the routes by `npm run docs`.',
    '',
    '| call | what it does | right |',
    '|---|---|---|',
    ...ROUTES.map((route) => {
      const path = route.path.replaceAll(/:(\w+)/g, '{$1}');
      const calls = (route.versions.length > 0 ? route.versions.map((version) => `/${version}`) : ['']).map(
        (prefix) => `\`${route.method} ${prefix}${path}\``,
      );
      return `| ${calls.join(', ')} | ${route.summary} | ${callersOf(route)} |`;
    }),
    '',
  ].join('\n');

/** A workflow of a new installation, as a body for `POST /v1/workflow`. */
const recipe = (name: string) => async (): Promise<string> => {
  const draft = FIRST_DRAFTS.find((one) => one.name === name)!;
  const body = { name, inputs: draft.inputs, workflowComponents: draft.steps };
  return `${JSON.stringify(body, null, 2)}\n`;
};

const metrics = async (): Promise<string> =>
  [
    '# Metrics',
    '',
    'With `DARKROOM_OPERATIONS_PORT` set, every process answers `GET /metrics` on that port in the text format of Prometheus.',
    'Besides these there are the usual metrics of Node and of the process (`nodejs_...`, `process_...`). No label has an',
    'unbounded number of values. This page is generated from `service/src/metrics/metrics.ts` by `npm run docs`.',
    '',
    '| metric | type | what it measures |',
    '|---|---|---|',
    ...(await describeMetrics()).map(({ name, type, help }) => `| \`${name}\` | ${type} | ${help} |`),
    '',
  ].join('\n');

/** The functions that make the generated files, by path in the repository. */
export const GENERATED: Record<string, () => Promise<string>> = {
  'docs/configuration.md': configuration,
  'docs/openapi.json': openApi,
  'docs/roles.md': roles,
  'docs/endpoints.md': endpoints,
  'docs/metrics.md': metrics,
  'docs/components.md': componentsPage,
  'docs/cookbook/ghost.json': recipe('Ghost on transparent'),
  'docs/cookbook/social-4x5.json': recipe('Social 4:5'),
  'docs/cookbook/watermark-proof.json': recipe('Watermark proof'),
  // The templates come last, because they are made from the recipes above.
  'console/src/workflows/templates/templates.json': cookbookTemplates,
};

/** The images of the cookbook, which the console shows in its gallery. */
const copyImages = async (): Promise<void> => {
  const images = (await readdir(COOKBOOK)).filter((name) => name.endsWith('.jpg'));
  for (const name of images)
    await copyFile(join(COOKBOOK, name), join(ROOT, 'console/src/workflows/templates', name));
};

if (import.meta.main) {
  for (const [path, make] of Object.entries(GENERATED)) await writeFile(join(ROOT, path), await make());
  await copyImages();
}
