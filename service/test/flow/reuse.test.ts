import assert from 'node:assert/strict';
import { readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import sharp from 'sharp';
import type { traceRecord } from '../../src/http/routes/executions/trace-record.ts';
import { openIntermediates } from '../../src/object-stores/intermediates.ts';
import { untilReusable } from '../support/database/until-reusable.ts';
import { KEEPS_ALL_STEPS, shareService } from '../support/service.ts';
import { addWorkflow, create, ok, openTenant, type Tenant, untilStatus, upload } from '../support/tenant.ts';

const service = await shareService('start', KEEPS_ALL_STEPS);
after(() => service.stop());
const folder = join(service.dataDir, 'intermediates');

const openReusing = async (): Promise<Tenant> => {
  const tenant = await openTenant(service, 100_000);
  await ok(tenant.owner(`PUT /v1/organization/${tenant.id}/settings`, { json: { reuseResults: true } }));
  return tenant;
};
const tenant = await openReusing();

const noisy = (red: number, side: number): Promise<Buffer> =>
  sharp({
    create: {
      width: side,
      height: side,
      channels: 3,
      background: { r: red, g: 120, b: 90 },
      noise: { type: 'gaussian', mean: 128, sigma: 20 },
    },
  })
    .jpeg()
    .toBuffer();

const SMALL = { id: 'small', component: 'resize', params: { width: 64 } };
const DENOISE = { id: 'clean', component: 'denoise', params: {} };
const file = (quality: number) => ({ id: 'file', component: 'convert', params: { format: 'jpeg', quality } });

const run = async (where: Tenant, workflowComponents: object[], hash: string) => {
  const workflow = await addWorkflow(where.owner, { workflowComponents });
  const id = await create(where.operator, workflow, { contentHash: hash });
  return untilStatus(where.owner, id, 'COMPLETED');
};
const runReusable = async (...[where, steps, hash]: Parameters<typeof run>) => {
  const record = await run(where, steps, hash);
  await untilReusable(service.database.database, record.id);
  return record;
};
const reusedIn = async (id: string) =>
  (await ok(tenant.owner(`GET /v1/workflow/execution/${id}/trace`)))
    .json<ReturnType<typeof traceRecord>>()
    .steps.map(({ reused }) => reused);

test('the same images and steps give the stored result, marked and charged as usual', async () => {
  const hash = await upload(tenant.operator, await noisy(1, 100));
  const first = await runReusable(tenant, [SMALL, file(80)], hash);
  const second = await run(tenant, [SMALL, file(80)], hash);
  assert.equal('reused' in first, false, 'strict clients know no such key');
  assert.equal(second.reused, true);
  assert.equal(second.resultContentHash, first.resultContentHash);
  assert.equal(second.chargedCredits, first.chargedCredits);
  assert.deepEqual(await reusedIn(second.id), [true, true]);
  assert.equal('reused' in (await run(tenant, [SMALL, file(81)], hash)), false);
});

test('without the setting, an organization has every result computed again', async () => {
  const another = await openTenant(service, 1_000);
  const hash = await upload(another.operator, await noisy(2, 100));
  await run(another, [SMALL], hash);
  assert.equal('reused' in (await run(another, [SMALL], hash)), false);
});

test('organizations do not share results', async () => {
  const another = await openReusing();
  const bytes = await noisy(3, 100);
  await runReusable(tenant, [SMALL], await upload(tenant.operator, bytes));
  assert.equal('reused' in (await run(another, [SMALL], await upload(another.operator, bytes))), false);
});

test('when a late step changes, the run continues from the cached image of the earlier steps, with the same result', async () => {
  const bytes = await noisy(4, 300);
  const hash = await upload(tenant.operator, bytes);
  await run(tenant, [DENOISE, SMALL, file(80)], hash);
  const again = await run(tenant, [DENOISE, SMALL, file(70)], hash);
  assert.deepEqual(await reusedIn(again.id), [true, false, false]);
  assert.equal('reused' in again, false, 'the result itself was made now');
  const another = await openTenant(service, 1_000);
  const anew = await run(another, [DENOISE, SMALL, file(70)], await upload(another.operator, bytes));
  assert.equal(again.resultContentHash, anew.resultContentHash);
});

test('steps that run when the file is encoded still run when they stand before the cached step', async () => {
  const hash = await upload(tenant.operator, await noisy(5, 300));
  const webp = { id: 'file', component: 'convert', params: { format: 'webp' } };
  await run(tenant, [webp, DENOISE, SMALL], hash);
  const again = await run(tenant, [webp, DENOISE, { ...SMALL, params: { width: 32 } }], hash);
  assert.deepEqual(await reusedIn(again.id), [true, true, false]);
  assert.equal(again.resultContentType, 'image/webp');
});

test('an intermediate that is broken is made again', async () => {
  const hash = await upload(tenant.operator, await noisy(6, 300));
  const before = new Set(await readdir(folder));
  await run(tenant, [DENOISE, SMALL, file(80)], hash);
  const [name] = (await readdir(folder)).filter((one) => !before.has(one));
  await writeFile(join(folder, name ?? assert.fail('nothing was kept')), '{"width":1}\nnothing');
  assert.deepEqual(await reusedIn((await run(tenant, [DENOISE, SMALL, file(60)], hash)).id), [
    false,
    false,
    false,
  ]);
});

test('the cache of intermediate images is bounded: old ones are removed, then the least recently used', async () => {
  const { tidyUp, path } = openIntermediates(folder);
  const [old, ...rest] = await readdir(folder);
  assert.ok(old && rest.length > 0);
  await utimes(path(old), new Date(0), new Date(0));
  await tidyUp(Number.MAX_SAFE_INTEGER, 86_400_000);
  assert.deepEqual(await readdir(folder), rest);
  await tidyUp(0, 86_400_000);
  assert.deepEqual(await readdir(folder), []);
});

test('the setting is read by every member, and a change of it is in the audit log', async () => {
  assert.deepEqual((await ok(tenant.viewer(`GET /v1/organization/${tenant.id}/settings`))).json(), {
    reuseResults: true,
    autoResume: false,
    creditsLowAt: null,
  });
  const log = await ok(tenant.owner(`GET /v1/organization/${tenant.id}/audit-log`));
  const { entries } = log.json<{ entries: { action: string }[] }>();
  assert.ok(entries.some(({ action }) => action === 'organization.configure'));
});
