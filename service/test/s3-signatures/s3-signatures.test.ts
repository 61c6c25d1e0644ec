// Runs the store in S3 with OpenStack Swift, which checks every signature: `npm run test:s3-signatures`.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { after, before, type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { CreateBucketCommand } from '@aws-sdk/client-s3';
import { sharp } from '../../src/components/files/sharp-setup.ts';
import type { ContentHash } from '../../src/domain/ids.ts';
import { type Bucket, openClient } from '../../src/object-stores/s3-bucket.ts';
import type { ObjectStore } from '../../src/ports/images/object-store.ts';
import { hashOf, putInto } from '../object-stores/contract.ts';
import { openTestS3, s3Contract } from '../object-stores/s3-contract.ts';
import { MAIN } from '../support/main-file.ts';
import { startService } from '../support/service.ts';
import { addWorkflow, create, read, untilStatus } from '../support/tenant.ts';
import { ACCESS_KEY, LIST_PAGE, REGION, SECRET_KEY, startSwift } from './swift.ts';

const run = promisify(execFile);
const CREDENTIALS = {
  AWS_ACCESS_KEY_ID: ACCESS_KEY,
  AWS_SECRET_ACCESS_KEY: SECRET_KEY,
  AWS_REGION: REGION,
};

let swift: Awaited<ReturnType<typeof startSwift>>;
const bucket = (): Bucket => ({
  bucket: 'darkroom-test',
  prefix: 'images/',
  endpoint: swift.endpoint,
  timeoutMs: 20_000,
});
const open = (t: TestContext, options: Partial<Bucket> & { id?: string } = {}) =>
  openTestS3(t, bucket(), options);

const pagesOf = async ({ list }: Pick<ObjectStore, 'list'>): Promise<ContentHash[][]> => {
  const pages: ContentHash[][] = [];
  for await (const page of list()) pages.push(page);
  return pages;
};

before(async () => {
  swift = await startSwift();
  Object.assign(process.env, CREDENTIALS);
  await openClient(bucket()).send(new CreateBucketCommand({ Bucket: bucket().bucket }));
});
after(() => swift?.stop());

s3Contract('Swift', bucket);

test('a body with another hash than the signed one is refused, and nothing is stored', async (t) => {
  const { store } = await open(t);
  const hash = hashOf(randomBytes(100));
  const draft = await store.draft();
  await writeFile(draft, randomBytes(100));
  await assert.rejects(store.keep(draft, hash), { code: 'unavailable' });
  assert.equal(await store.has(hash), false);
});

for (const [name, value] of Object.entries({
  AWS_SECRET_ACCESS_KEY: 'another secret',
  AWS_ACCESS_KEY_ID: 'darkroom:nobody',
  AWS_REGION: 'eu-west-1',
}))
  test(`with a wrong ${name}, the store is not used, and the message says what to check`, async (t) => {
    process.env[name] = value;
    t.after(() => Object.assign(process.env, CREDENTIALS));
    const { store } = await open(t, { id: 'any' });
    assert.match(
      (await store.whyUnusable()) ?? '',
      new RegExp(`^The bucket darkroom-test cannot be used \\(.+\\)\\. Check .*${name}`),
    );
    await assert.rejects(putInto(store, Buffer.from('an image')), { code: 'unavailable' });
    await assert.rejects(store.checkRoom(), { code: 'unavailable' });
  });

test('a presigned address names the file and its type, and expires after a minute', async (t) => {
  const { store } = await open(t);
  const bytes = Buffer.from('an image to download');
  const hash = await putInto(store, bytes);
  const addressMade = async (secondsAgo: number) => {
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() - secondsAgo * 1000 });
    const address = await store.presign!(hash, { name: 'Größe.png', contentType: 'image/png' });
    t.mock.timers.reset();
    return address;
  };
  const answer = await fetch(await addressMade(50));
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get('content-type'), 'image/png');
  assert.match(answer.headers.get('content-disposition') ?? '', /^attachment; .*''Gr%C3%B6%C3%9Fe\.png/);
  assert.deepEqual(Buffer.from(await answer.arrayBuffer()), bytes);
  const expired = await fetch(await addressMade(70));
  assert.equal(expired.status, 403);
  assert.match(await expired.text(), /Request has expired/);
  const altered = (await addressMade(0)).replace('image%2Fpng', 'text%2Fhtml');
  assert.equal((await fetch(altered)).status, 403);
});

test('a list that takes several pages has all objects', async (t) => {
  const { store } = await open(t, { prefix: 'many/' });
  const hashes: string[] = [];
  for (let count = 0; count < 2.5 * LIST_PAGE; count += 1) hashes.push(await putInto(store, randomBytes(10)));
  const pages = await pagesOf(store);
  assert.ok(pages.length > 1);
  assert.deepEqual(pages.flat().sort(), hashes.sort());
});

test('the service works with this store: upload, result, download, scrub and copy', async (t) => {
  const env = {
    ...CREDENTIALS,
    DARKROOM_S3_ENDPOINT: swift.endpoint,
    DARKROOM_OBJECTS: `s3://${bucket().bucket}/service`,
    DARKROOM_PRESIGN_DOWNLOADS: 'true',
  };
  const service = await startService({ env });
  const call = service.administrator;
  const workflow = await addWorkflow(call, {
    workflowComponents: [{ id: 'small', component: 'resize', params: { width: 12 } }],
  });
  const id = await create(call, workflow);
  await untilStatus(call, id, 'COMPLETED');
  const { resultPath, resultContentHash } = await read(call, id);
  const redirect = await call(`GET ${new URL(resultPath as string, service.base).pathname}`);
  assert.equal(redirect.status, 302);
  const downloaded = Buffer.from(await (await fetch(redirect.headers.get('location')!)).arrayBuffer());
  assert.equal(hashOf(downloaded), resultContentHash);
  assert.equal((await sharp(downloaded).metadata()).width, 12);

  const darkroom = (...given: string[]) =>
    run(process.execPath, [MAIN, ...given], {
      env: { ...process.env, ...env, DATABASE_URL: service.database.url, DARKROOM_DATA_DIR: service.dataDir },
    });
  assert.match((await darkroom('scrub')).stdout, /^Checked 2 objects with \d+ bytes .* Broken: 0\.$/m);
  const copy = ['objects', 'copy', '--from', env.DARKROOM_OBJECTS, '--to', `s3://${bucket().bucket}/copy`];
  assert.match(
    (await darkroom(...copy)).stdout,
    /^Copied 2 objects; 0 were there already\. Damaged and not copied: 0\.$/m,
  );
  assert.match(
    (await darkroom(...copy)).stdout,
    /^Copied 0 objects; 2 were there already\. Damaged and not copied: 0\.$/m,
  );
  const { store } = await open(t, { prefix: 'copy/' });
  assert.equal((await pagesOf(store)).flat().length, 2);
  await service.stop();
});
