import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Call } from '../../support/call.ts';
import { readZip } from '../../support/read-zip.ts';
import { shareService } from '../../support/service.ts';
import { addWorkflow, create, ok, openTenant, read } from '../../support/tenant.ts';
import { act, addBatch, cancel, eventsOf, inBatch } from './batch-calls.ts';

const service = await shareService();
after(() => service.stop());

test('the ZIP has every result under a safe and unique name, and a manifest of all executions', async () => {
  const { owner, operator, viewer } = await openTenant(service, 1_000);
  const workflow = await addWorkflow(owner, { name: 'White' });
  const { id } = await addBatch(operator, { name: 'Läufer / 1', expected: 6 });
  const names = ['shoe.jpg', 'SHOE.jpg', '../../x.jpg', 'CON.jpg', `${'é'.repeat(124)}.jpg`];
  for (const name of names)
    await create(operator, workflow, { name, labels: { service_batch_id: id, sku: 'A/1' } });
  await act(operator, id, 'pause');
  const failed = await create(operator, workflow, { name: '=cmd.jpg', ...inBatch(id) });
  await cancel(operator, failed);
  await act(operator, id, 'resume');
  assert.equal((await eventsOf(operator, id)).at(-1)?.name, 'completed');

  const answer = await ok(viewer(`GET /v1/batch/${id}/results.zip`));
  assert.equal(answer.headers.get('content-type'), 'application/zip');
  assert.match(
    answer.headers.get('content-disposition') ?? '',
    /^attachment; .*filename\*=UTF-8''L%C3%A4ufer%20_%201\.zip$/,
  );
  assert.equal(Number(answer.headers.get('content-length')), answer.bytes.length);
  const files = readZip(answer.bytes);
  assert.deepEqual(
    files.map(({ name }) => name),
    ['shoe.jpg', 'SHOE (2).jpg', 'x.jpg', '_CON.jpg', `${'é'.repeat(123)}.jpg`, 'manifest.csv'],
  );
  const { resultPath } = await read(operator, (await executionsOf(viewer, id)).at(-1)!);
  assert.deepEqual(files[0]?.bytes, (await ok(viewer(`GET ${resultPath}`))).bytes);

  const manifest = await ok(viewer(`GET /v1/batch/${id}/manifest.csv`));
  assert.equal(manifest.text, files.at(-1)?.bytes.toString());
  const rows = manifest.text.trim().split('\r\n');
  assert.equal(rows.length, 7);
  assert.ok(
    rows.some((row) => row.startsWith(`${failed},,'=cmd.jpg,`) && row.includes(',FAILED,,canceled,')),
  );

  const etag = answer.headers.get('etag')!;
  const part = await viewer(`GET /v1/batch/${id}/results.zip`, {
    headers: { range: 'bytes=100-399', 'if-range': etag },
  });
  assert.equal(part.status, 206);
  assert.deepEqual(part.bytes, answer.bytes.subarray(100, 400));
  assert.equal(
    (await viewer(`GET /v1/batch/${id}/results.zip`, { headers: { 'if-none-match': etag } })).status,
    304,
  );
  const beyond = { range: 'bytes=999999999-' };
  assert.equal((await viewer(`GET /v1/batch/${id}/results.zip`, { headers: beyond })).status, 416);
  const head = await viewer(`HEAD /v1/batch/${id}/results.zip`);
  assert.equal(head.headers.get('content-length'), answer.headers.get('content-length'));

  const template = encodeURIComponent('{label.sku}-{index}-{workflow}');
  const named = await ok(viewer(`GET /v1/batch/${id}/results.zip?names=${template}`));
  assert.equal(readZip(named.bytes)[0]?.name, 'A_1-1-White.jpg');
  const unknown = await viewer(`GET /v1/batch/${id}/results.zip?names=%7Bnmae%7D`);
  assert.equal(unknown.status, 400);
  assert.match(unknown.text, /names/);

  // Another execution changes the archive, so a request for the rest of the old archive gets the whole new one.
  await create(operator, workflow, inBatch(id));
  assert.equal((await eventsOf(operator, id)).at(-1)?.data.round, 2);
  const changed = await viewer(`GET /v1/batch/${id}/results.zip`, {
    headers: { range: 'bytes=100-', 'if-range': etag },
  });
  assert.equal(changed.status, 200);
  assert.equal(readZip(changed.bytes).length, 7);
});

const executionsOf = async (call: Call, batch: string): Promise<string[]> => {
  const answer = await ok(call(`GET /v2/workflow/execution/?batch=${batch}`));
  return answer.json<{ entries: { id: string }[] }>().entries.map(({ id }) => id);
};
