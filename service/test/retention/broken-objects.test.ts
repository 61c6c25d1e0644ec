import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, describe, test } from 'node:test';
import { randomImage } from '../support/images.ts';
import { MAIN } from '../support/main-file.ts';
import { startService } from '../support/service.ts';
import { addWorkflow, create, ok, openTenant, untilStatus, upload } from '../support/tenant.ts';

const service = await startService();
after(() => service.stop());
const tenant = await openTenant(service);
const workflow = await addWorkflow(tenant.owner);

const fileOf = (hash: string) => join(service.dataDir, 'objects', hash.slice(0, 2), hash);
const damage = (hash: string, bytes: number) => writeFile(fileOf(hash), randomBytes(bytes));
/** Takes the line about a broken image out of the log, and checks it. Fails when there is none. */
const takeReport = async (problem: 'missing' | 'damaged', hash: string) => {
  const line = await service.takeLogLine(new RegExp(`${hash}.*An image is ${problem} in the store`));
  const { level, organizations, execution, message } = JSON.parse(line);
  assert.match(message, /Run "darkroom scrub --mend".* upload the same bytes again/);
  assert.deepEqual({ level, organizations }, { level: 'warning', organizations: tenant.id });
  return execution as string | undefined;
};
const status = async (path: string) => (await tenant.viewer(`GET ${path}`)).status;
const scrub = async (...options: string[]): Promise<{ code: number | null; stdout: string }> => {
  const env = { ...process.env, DATABASE_URL: service.database.url, DARKROOM_DATA_DIR: service.dataDir };
  const child = spawn(process.execPath, [MAIN, 'scrub', ...options], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [stdout, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  return { code, stdout: stdout.trim() };
};

describe('a broken object', () => {
  test('is 503 when it is missing, whole and in ranges, and an upload repairs it', async () => {
    const bytes = await randomImage();
    const hash = await upload(tenant.operator, bytes);
    await rm(fileOf(hash));
    assert.equal(await status(`/image/${hash}`), 503);
    const part = await tenant.viewer(`GET /image/${hash}`, { headers: { range: 'bytes=1-4' } });
    assert.equal(part.status, 503);
    assert.match(part.text, /missing or damaged in the store. Upload it again/);
    for (const _ of [1, 2]) assert.equal(await takeReport('missing', hash), undefined);
    await upload(tenant.operator, bytes);
    assert.deepEqual((await ok(tenant.viewer(`GET /image/${hash}`))).bytes, bytes);
  });

  test('is never sent completely when its bytes are wrong, small or large, and an upload repairs it', async () => {
    for (const size of [
      { width: 48, height: 32 },
      { width: 600, height: 500 },
      { width: 1200, height: 1000 },
    ]) {
      const bytes = await randomImage('png', size);
      const hash = await upload(tenant.operator, bytes);
      await damage(hash, bytes.length);
      const answer = await tenant.viewer(`GET /image/${hash}`).catch(() => undefined);
      assert.ok(answer === undefined || answer.status === 503, `${bytes.length} bytes: ${answer?.status}`);
      await damage(hash, 10);
      const short = await tenant.viewer(`GET /image/${hash}`).catch(() => undefined);
      assert.ok(short === undefined || short.status === 503);
      for (const _ of [1, 2]) await takeReport('damaged', hash);
      await upload(tenant.operator, bytes);
      assert.deepEqual((await ok(tenant.viewer(`GET /image/${hash}`))).bytes, bytes);
    }
  });

  test('fails an execution that needs it, which can be retried after an upload', async () => {
    for (const problem of ['missing', 'damaged'] as const) {
      const bytes = await randomImage();
      const contentHash = await upload(tenant.operator, bytes);
      await (problem === 'missing' ? rm(fileOf(contentHash)) : damage(contentHash, bytes.length));
      const id = await create(tenant.operator, workflow, { contentHash });
      const { error } = await untilStatus(tenant.operator, id, 'FAILED');
      assert.equal(error?.code, 'input_missing');
      assert.equal(await takeReport(problem, contentHash), id);
      await upload(tenant.operator, bytes);
      await ok(tenant.operator(`POST /v1/workflow/execution/${id}/retry`));
      await untilStatus(tenant.operator, id, 'COMPLETED');
    }
  });

  for (const problem of ['missing', 'damaged'] as const) {
    const breakObject = async (hash: string, bytes: number) =>
      problem === 'missing' ? rm(fileOf(hash)) : damage(hash, bytes);

    test(`is reported when it is ${problem} and a thumbnail or a preview needs it, and an upload repairs it`, async () => {
      const bytes = await randomImage();
      const image = await upload(tenant.operator, bytes);
      await breakObject(image, bytes.length);
      const ask = [
        () => tenant.viewer(`GET /image/${image}?size=320`),
        () => tenant.operator('POST /v1/workflow/preview', { json: { workflowComponents: [], image } }),
      ];
      for (const call of ask) {
        const { status, text } = await call();
        assert.equal(status, 503, text);
        assert.match(text, /missing or damaged in the store. Upload it again/);
        await takeReport(problem, image);
      }
      await upload(tenant.operator, bytes);
      for (const call of ask) await ok(call());
    });

    test(`is reported when it is ${problem} and the images of the steps need it, and none of these is kept`, async () => {
      const bytes = await randomImage();
      const contentHash = await upload(tenant.operator, bytes);
      const steps = [{ id: 'small', component: 'resize', params: { width: 12 } }];
      const resizing = await addWorkflow(tenant.owner, { workflowComponents: steps });
      const id = await create(tenant.operator, resizing, { contentHash });
      await untilStatus(tenant.operator, id, 'COMPLETED');
      await breakObject(contentHash, bytes.length);
      const preview = () => tenant.viewer(`GET /v1/workflow/execution/${id}/trace/small/preview`);
      assert.equal((await preview()).status, 503);
      await takeReport(problem, contentHash);
      await upload(tenant.operator, bytes);
      await ok(preview());
    });
  }

  test('is reported when an archive needs it, which breaks off', async () => {
    const { id: batch } = (await ok(tenant.operator('POST /v1/batch', { json: { name: 'Shoes' } }))).json<{
      id: string;
    }>();
    const id = await create(tenant.operator, workflow, { labels: { service_batch_id: batch } });
    const { resultContentHash, resultPath } = await untilStatus(tenant.operator, id, 'COMPLETED');
    const archive = () => tenant.viewer(`GET /v1/batch/${batch}/results.zip`).catch(() => undefined);
    const { bytes } = await ok(tenant.viewer(`GET ${resultPath}`));
    await damage(resultContentHash!, bytes.length);
    assert.notEqual((await archive())?.status, 200);
    await takeReport('damaged', resultContentHash!);
    await rm(fileOf(resultContentHash!));
    assert.notEqual((await archive())?.status, 200);
    await takeReport('missing', resultContentHash!);
  });

  test('is found by scrub, which makes a result again from its execution', async () => {
    const id = await create(tenant.operator, workflow);
    const record = await untilStatus(tenant.operator, id, 'COMPLETED');
    const [result, input] = [record.resultContentHash!, await upload(tenant.operator)];
    const before = (await ok(tenant.viewer(`GET ${record.resultPath}`))).bytes;
    await damage(result, before.length);
    await rm(fileOf(input));
    const found = await scrub();
    assert.equal(found.code, 1);
    assert.match(found.stdout, new RegExp(`^The object ${result} of ${tenant.id} is damaged: upload`, 'm'));
    assert.match(found.stdout, new RegExp(`^The object ${input} of ${tenant.id} is missing: upload`, 'm'));
    const mended = await scrub('--mend', '--rate', '100');
    assert.match(
      mended.stdout,
      new RegExp(`^The object ${result} of ${tenant.id} is damaged: it was made again`, 'm'),
    );
    assert.match(mended.stdout, /Broken: 1\.$/);
    assert.deepEqual((await ok(tenant.viewer(`GET ${record.resultPath}`))).bytes, before);
  });
});
