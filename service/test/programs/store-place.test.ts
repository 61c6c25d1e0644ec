import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { readConfig } from '../../src/config.ts';
import { StartError } from '../../src/postgres/connection/start-error.ts';
import { ensureStoreId } from '../../src/programs/serving/data/open-store.ts';
import { freshDatabase } from '../support/database/database.ts';

test('a bucket that cannot be reached stops the start with a sentence about the bucket, not about the database', async (t) => {
  const fresh = await freshDatabase({ connections: 1 });
  const dataDir = await mkdtemp(join(tmpdir(), 'darkroom-place-'));
  t.after(() => Promise.all([fresh.drop(), rm(dataDir, { recursive: true })]));
  Object.assign(process.env, {
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    AWS_REGION: 'us-east-1',
  });
  const config = readConfig({
    DARKROOM_DATA_DIR: dataDir,
    DARKROOM_OBJECTS: 's3://images/here',
    DARKROOM_S3_ENDPOINT: 'http://127.0.0.1:1',
  });
  await assert.rejects(
    ensureStoreId({ config, database: fresh.database, owner: { uid: 0, gid: 0 } }),
    (error) =>
      error instanceof StartError &&
      /^The bucket images cannot be reached \(.*ECONNREFUSED.*\)\. Check DARKROOM_S3_ENDPOINT/.test(
        error.message,
      ),
  );
});
