import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { ApiDocument } from '../src/reference/document.ts';
import { bodyKindsOf, curlOf, exampleBody } from '../src/reference/example.ts';
import { tasksOf, tasksWith } from '../src/reference/tasks.ts';

const ROOT = join(import.meta.dirname, '../..');
const api = JSON.parse(readFileSync(join(ROOT, 'docs/openapi.json'), 'utf8')) as ApiDocument;
const tasks = tasksOf(api);
const operations = tasks.flatMap((task) => task.operations);

test('every operation of the API belongs to a task, and to one only', () => {
  const all = Object.values(api.paths).flatMap((methods) => Object.keys(methods));
  assert.equal(operations.length, all.length);
  assert.deepEqual(
    tasks.filter(({ title }) => title === 'Other calls'),
    [],
  );
  const named = (path: string) =>
    tasks.find((task) => task.operations.some((one) => one.path === path))?.title;
  assert.equal(named('/v1/workflow/execution/create'), 'Run workflows');
  assert.equal(named('/v1/organization/{id}/keys/{keyId}'), 'Manage API keys');
  assert.equal(named('/v1/organization/{id}/usage'), 'Read credits, usage and the queue');
  assert.equal(named('/v1/workflow/execution/{id}/approve'), 'Review results');
  assert.equal(named('/v1/organization/{id}/webhook-secret'), 'Receive webhooks');
});

test('the search keeps the operations that have all its words', () => {
  const found = (text: string) =>
    tasksWith(tasks, text).flatMap((task) => task.operations.map(({ method, path }) => `${method} ${path}`));
  assert.deepEqual(found('delete KEYS'), ['DELETE /v1/organization/{id}/keys/{keyId}']);
  assert.deepEqual(found('rotate nonsense'), []);
  assert.equal(found('').length, operations.length);
});

test('each call with a JSON body has an example of it', () => {
  for (const listed of operations)
    if (bodyKindsOf(listed).includes('json'))
      assert.notEqual(exampleBody(listed, 'json'), '{}', `${listed.method} ${listed.path}`);
});

test('a body with an apostrophe stays one argument of the shell', () => {
  const curl = curlOf({ method: 'POST', url: '/v1/x', kind: 'json', body: `{"a": "it's"}`, isOpen: true });
  assert.match(curl, /-d '\{"a": "it'\\''s"\}'/);
});

test('the audit log has a sentence for every action that the service records', () => {
  const sentences = readFileSync(join(ROOT, 'console/src/pages/organization/audit-sentences.tsx'), 'utf8');
  const known = new Set([...sentences.matchAll(/^ {2}'([a-z.-]+)':/gm)].map(([, action]) => action));
  const sources = globSync('service/{src/postgres/**/*.ts,migrations/*.sql}', { cwd: ROOT });
  const recorded = new Set<string>();
  for (const file of sources)
    for (const [, after = ''] of readFileSync(join(ROOT, file), 'utf8').matchAll(
      /insert into audit_log([\s\S]{0,500}?)(?:\sfrom\s|;)/g,
    ))
      for (const [, action = ''] of after.matchAll(/'([a-z-]+\.[a-z-]+)'/g)) recorded.add(action);
  assert.ok(recorded.size > 20, `${[...recorded]}`);
  // A recorded action that ends in a dash is only a prefix: the SQL statement appends the rest.
  for (const action of recorded)
    assert.ok(
      [...known].some((one) => one === action || (action.endsWith('-') && one?.startsWith(action))),
      `no sentence for ${action}`,
    );
});
