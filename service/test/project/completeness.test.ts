import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { ERROR_CODES } from '../../src/domain/errors.ts';
import { EXECUTION_ERROR_CODES } from '../../src/domain/executions/execution.ts';
import { STATUSES } from '../../src/domain/executions/execution-states.ts';
import { NOTICES } from '../../src/domain/people/notices.ts';
import { PLATFORM_ACTIONS, RIGHTS } from '../../src/domain/people/rights.ts';
import { DELIVERY_STATUSES, EVENT_TYPES, WEBHOOK_TYPES } from '../../src/domain/webhooks/webhook.ts';
import { STATUS } from '../../src/http/replies/error-reply.ts';
import { ROUTES } from '../../src/http/server/routes.ts';

const HTTP = join(import.meta.dirname, '../../src/http');
const doc = (name: string) => readFile(join(import.meta.dirname, '../../../docs', name), 'utf8');

test('every error code has a status and a line in the docs, with that status', async () => {
  const text = await doc('api.md');
  for (const code of ERROR_CODES) {
    assert.ok(STATUS[code] >= 400 && STATUS[code] < 600, code);
    assert.match(text, new RegExp(`^\\| +${STATUS[code]} +\\| +\`${code}\` +\\|`, 'm'), code);
  }
});

test('every code of a failed execution, every status and every type of webhook is in the docs', async () => {
  const [api, webhooks] = [await doc('api.md'), await doc('webhooks.md')];
  for (const code of EXECUTION_ERROR_CODES)
    assert.match(api, new RegExp(`^\\| +\`${code}\` +\\|`, 'm'), code);
  for (const status of STATUSES) assert.match(api, new RegExp(`^\\| +${status} +\\|`, 'm'), status);
  for (const [type, sentence] of Object.entries(EVENT_TYPES))
    assert.ok(webhooks.includes(`| \`${type}\` | ${sentence} |`), type);
  for (const type of Object.values(WEBHOOK_TYPES)) assert.ok(type in EVENT_TYPES, type);
  for (const [kind, { sentence }] of Object.entries(NOTICES))
    assert.equal(webhooks.split(`| \`${kind}\` | ${sentence} |`).length, 3, kind);
  for (const status of DELIVERY_STATUSES) assert.ok(webhooks.includes(`\`${status}\``), status);
});

test('every route names an action of the rights table or of the platform', () => {
  for (const { action, method, path } of ROUTES) {
    if (action === 'public' || action === 'person') continue;
    const name = typeof action === 'string' ? action : action.platform;
    const known = typeof action === 'string' ? Object.keys(RIGHTS) : PLATFORM_ACTIONS;
    assert.ok((known as readonly string[]).includes(name), `${method} ${path}`);
  }
});

test('every action of the rights table and of the platform is asked for somewhere in http', async () => {
  let text = '';
  for await (const file of glob('**/*.ts', { cwd: HTTP })) text += await readFile(join(HTTP, file), 'utf8');
  for (const action of [...Object.keys(RIGHTS), ...PLATFORM_ACTIONS])
    assert.ok(text.includes(`'${action}'`), action);
});

test('no two routes have the same method and path', () => {
  const names = ROUTES.map(({ method, path }) => `${method} ${path}`);
  assert.equal(new Set(names).size, names.length);
});

test('no documented command gives its options to npm instead of the program', async () => {
  const root = join(import.meta.dirname, '../../..');
  let commands = 0;
  for await (const file of glob('{*.md,docs/**/*.md,deploy/**/*}', { cwd: root })) {
    const text = await readFile(join(root, file), 'utf8').catch(() => '');
    commands += text.match(/npm run darkroom -- /g)?.length ?? 0;
    assert.doesNotMatch(text, /npm run darkroom [^-`\n][^`\n]* --[a-z]/, file);
  }
  assert.ok(commands > 0);
});
