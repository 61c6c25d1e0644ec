import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { ResultFile } from '../../src/domain/executions/execution.ts';
import type { ExecutionRecord } from '../../src/domain/executions/execution-record.ts';
import { untilReusable } from '../support/database/until-reusable.ts';
import { readZip } from '../support/read-zip.ts';
import { shareService } from '../support/service.ts';
import {
  addWorkflow,
  balance,
  create,
  ok,
  openTenant,
  read,
  untilStatus,
  upload,
} from '../support/tenant.ts';

const service = await shareService();
after(() => service.stop());

const STEPS = [
  { id: 'fit', component: 'canvas', params: { width: 60, height: 60 }, output: 'square' },
  { id: 'file', component: 'convert', params: { format: 'png' } },
  { id: 'small', component: 'resize', params: { width: 20 }, output: 'thumbnail' },
  { id: 'tiny', component: 'resize', params: { width: 10 } },
];
const path = (id: string, rest = '') => `/v1/workflow/execution/${id}${rest}`;

test('one execution makes several files: listed in the record, each with a download, charged once', async () => {
  const tenant = await openTenant(service, 100);
  const workflow = await addWorkflow(tenant.owner, { workflowComponents: STEPS, executionPrice: 40 });
  assert.deepEqual(
    workflow.workflowComponents.map(({ output }) => output),
    ['square', undefined, 'thumbnail', undefined],
  );
  const id = await create(tenant.operator, workflow);
  const [square, thumbnail, last] = await Promise.all(
    ['square', 'thumbnail', 'default'].map((name) => ok(tenant.viewer(`GET ${path(id, `/result/${name}`)}`))),
  );
  const record = await read(tenant.viewer, id);
  const facts = Object.entries(record.results ?? {}).map(([output, file]) => [output, file.name, file.width]);
  assert.deepEqual(facts.toSorted(), [
    ['default', 'shoe.png', 10],
    ['square', 'shoe_square.jpg', 60],
    ['thumbnail', 'shoe_thumbnail.png', 20],
  ]);
  assert.equal(record.results?.['default']?.contentHash, record.resultContentHash);
  assert.equal(record.results?.['default']?.path, record.resultPath);
  for (const [name, answer] of Object.entries({ square, thumbnail, default: last })) {
    const file: ResultFile | undefined = record.results?.[name];
    assert.ok(file && answer);
    assert.equal(answer.headers.get('etag'), `"${file.contentHash}"`);
    assert.equal(answer.headers.get('content-type'), file.contentType);
    assert.match(answer.headers.get('content-disposition') ?? '', new RegExp(`filename=${file.name}`));
    assert.equal(answer.bytes.length, file.bytes);
    assert.deepEqual((await ok(tenant.viewer(`GET ${file.path}`))).bytes, answer.bytes);
  }
  assert.equal(record.chargedCredits, 40);
  assert.equal(await balance(tenant.viewer), 60);
  const listed = (await ok(tenant.viewer('GET /v2/workflow/execution/'))).json<{
    entries: ExecutionRecord[];
  }>();
  assert.deepEqual(listed.entries[0]?.results, record.results);
});

test('a name that is no output of the workflow is 404 at once, and a record without outputs has no such key', async () => {
  const tenant = await openTenant(service);
  const reviewed = await addWorkflow(tenant.owner, { workflowComponents: [], qa: 'all' });
  const id = await create(tenant.operator, reviewed);
  // The result waits for a reviewer, so a call that waited for the result would get no response.
  await untilStatus(tenant.viewer, id, 'IN_QA');
  assert.equal((await tenant.viewer(`GET ${path(id, '/result/square')}`)).status, 404);
  assert.equal('results' in (await read(tenant.owner, id)), false);
});

test('in review the outputs are hidden like the result, and an approval shows them', async () => {
  const tenant = await openTenant(service);
  const workflow = await addWorkflow(tenant.owner, { workflowComponents: STEPS, qa: 'all' });
  const id = await create(tenant.operator, workflow);
  const { results = {} } = await untilStatus(tenant.reviewer, id, 'IN_QA');
  assert.deepEqual(Object.keys(results).toSorted(), ['default', 'square', 'thumbnail']);
  assert.equal('results' in (await read(tenant.viewer, id)), false);
  const statuses = (call: typeof tenant.viewer) =>
    Promise.all(Object.values(results).map(async (file) => (await call(`GET ${file.path}`)).status));
  assert.deepEqual(await statuses(tenant.viewer), [403, 403, 403]);
  assert.deepEqual(await statuses(tenant.reviewer), [200, 200, 200]);
  await ok(tenant.reviewer(`POST ${path(id, '/approve')}`));
  assert.deepEqual(await statuses(tenant.viewer), [200, 200, 200]);
  assert.deepEqual((await read(tenant.viewer, id)).results, results);
});

test('a redo replaces the outputs, and a retry clears them first', async () => {
  const tenant = await openTenant(service);
  const workflow = await addWorkflow(tenant.owner, { workflowComponents: STEPS, qa: 'all' });
  const id = await create(tenant.operator, workflow);
  const before = await untilStatus(tenant.reviewer, id, 'IN_QA');
  const redo = await ok(
    tenant.reviewer(`POST ${path(id, '/redo')}`, { json: { settings: { small: { width: 30 } } } }),
  );
  assert.equal('results' in redo.json<object>(), false);
  const redone = await untilStatus(tenant.reviewer, id, 'IN_QA');
  assert.equal(redone.results?.['thumbnail']?.width, 30);
  assert.deepEqual(redone.results?.['square'], before.results?.['square']);
  await ok(tenant.reviewer(`POST ${path(id, '/reject')}`, { json: { reason: 'Too small' } }));
  assert.equal('results' in (await read(tenant.viewer, id)), false);
  assert.equal((await read(tenant.reviewer, id)).results?.['thumbnail']?.width, 30);
  const retried = await ok(tenant.owner(`POST ${path(id, '/retry')}`));
  assert.equal('results' in retried.json<object>(), false);
  const again = await untilStatus(tenant.reviewer, id, 'IN_QA');
  assert.deepEqual(again.results, redone.results);
});

test('an organization that reuses results gets all files of the earlier execution', async () => {
  const tenant = await openTenant(service);
  await ok(tenant.owner(`PUT /v1/organization/${tenant.id}/settings`, { json: { reuseResults: true } }));
  const contentHash = await upload(tenant.operator);
  const run = async (workflowComponents: object[]) => {
    const workflow = await addWorkflow(tenant.owner, { workflowComponents });
    return untilStatus(tenant.owner, await create(tenant.operator, workflow, { contentHash }), 'COMPLETED');
  };
  const first = await run(STEPS);
  await untilReusable(service.database.database, first.id);
  const second = await run(STEPS);
  assert.equal(second.reused, true);
  assert.deepEqual(second.results, first.results);
  const renamed = await run(
    STEPS.map((step) => (step.output ? { ...step, output: `${step.output}-2` } : step)),
  );
  assert.equal('reused' in renamed, false);
  assert.deepEqual(Object.keys(renamed.results ?? {}).toSorted(), ['default', 'square-2', 'thumbnail-2']);
});

test('the archive of a batch has the results, and with outputs=all the other files as well', async () => {
  const tenant = await openTenant(service);
  const workflow = await addWorkflow(tenant.owner, { workflowComponents: STEPS });
  const batch = (await ok(tenant.operator('POST /v1/batch', { json: { name: 'Shoes' } }))).json<{
    id: string;
  }>();
  const id = await create(tenant.operator, workflow, { labels: { service_batch_id: batch.id } });
  await untilStatus(tenant.viewer, id, 'COMPLETED');
  const namesIn = async (query: string) => {
    const answer = await ok(tenant.viewer(`GET /v1/batch/${batch.id}/results.zip${query}`));
    return readZip(answer.bytes).map(({ name }) => name);
  };
  assert.deepEqual(await namesIn(''), ['shoe.png', 'manifest.csv']);
  assert.deepEqual(await namesIn('?outputs=all'), [
    'shoe.png',
    'shoe_square.jpg',
    'shoe_thumbnail.png',
    'manifest.csv',
  ]);
});
