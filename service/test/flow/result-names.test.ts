import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { readZip } from '../support/read-zip.ts';
import { shareService } from '../support/service.ts';
import { addWorkflow, create, ok, openTenant, read, untilStatus } from '../support/tenant.ts';

const service = await shareService();
after(() => service.stop());

const STEPS = [
  { id: 'fit', component: 'resize', params: { width: 60 }, output: 'small' },
  { id: 'png', component: 'convert', params: { format: 'png' } },
];

test('the template of a workflow names the results: in the record, at the download and in the archive', async () => {
  const tenant = await openTenant(service);
  const workflow = await addWorkflow(tenant.owner, {
    workflowComponents: STEPS,
    resultNames: '{label.sku}_{index}_front',
  });
  assert.equal(workflow.resultNames, '{label.sku}_{index}_front');
  const batch = (await ok(tenant.operator('POST /v1/batch', { json: { name: 'Shoes' } }))).json<{
    id: string;
  }>();
  const ids: string[] = [];
  for (const sku of ['A/1', 'B2']) {
    ids.push(await create(tenant.operator, workflow, { labels: { sku, service_batch_id: batch.id } }));
    await untilStatus(tenant.viewer, ids.at(-1)!, 'COMPLETED');
  }
  const records = await Promise.all(ids.map((id) => read(tenant.viewer, id)));
  assert.deepEqual(
    records.map(({ resultFileName }) => resultFileName),
    ['A_1_1_front.png', 'B2_2_front.png'],
  );
  assert.equal(records[0]?.results?.['small']?.name, 'A_1_1_front_small.jpg');
  assert.equal(records[0]?.resultPath, `/image/${records[0]?.resultContentHash}/A_1_1_front.png`);
  const download = await ok(tenant.viewer(`GET /v1/workflow/execution/${ids[1]}/result/default`));
  assert.match(download.headers.get('content-disposition') ?? '', /filename=B2_2_front\.png/);
  const zip = await ok(tenant.viewer(`GET /v1/batch/${batch.id}/results.zip`));
  assert.deepEqual(
    readZip(zip.bytes).map(({ name }) => name),
    ['A_1_1_front.png', 'B2_2_front.png', 'manifest.csv'],
  );
});

test('outside a batch the index is 1, and {name} is the name of the input', async () => {
  const tenant = await openTenant(service);
  const workflow = await addWorkflow(tenant.owner, {
    name: 'White',
    resultNames: '{workflow}-{name}-{index}',
  });
  const id = await create(tenant.operator, workflow, { name: 'shoe.left.jpg' });
  assert.equal((await untilStatus(tenant.viewer, id, 'COMPLETED')).resultFileName, 'White-shoe.left-1.jpg');
});

test('an unknown placeholder is 400 and names the field; a workflow without a template has no such key', async () => {
  const tenant = await openTenant(service);
  const json = { name: 'Any', workflowComponents: [], resultNames: '{sku}' };
  const refused = await tenant.owner('POST /v1/workflow', { json });
  assert.equal(refused.status, 400);
  assert.match(refused.json<{ message: string }>().message, /resultNames.*\{sku\}.*\{label\.key\}/);
  assert.equal('resultNames' in (await addWorkflow(tenant.owner)), false);
});

test('a new version may change the template, which the diff shows and a restore brings back', async () => {
  const tenant = await openTenant(service);
  const first = await addWorkflow(tenant.owner, { resultNames: 'one' });
  const path = `/v1/workflow/${first.id}`;
  await ok(tenant.owner(`PUT ${path}`, { json: { name: 'Any', workflowComponents: [], resultNames: null } }));
  const diff = await ok(tenant.owner(`GET ${path}/diff?from=${first.version}`));
  assert.deepEqual(diff.json<{ resultNames: unknown }>().resultNames, { before: 'one', after: null });
  const restored = await ok(tenant.owner(`POST ${path}/versions/${first.version}/restore`));
  assert.equal(restored.json<{ resultNames?: string }>().resultNames, 'one');
});
