import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { GENERATED } from '../../../scripts/write-docs.ts';

const ROOT = join(import.meta.dirname, '../../..');

for (const [path, make] of Object.entries(GENERATED))
  test(`${path} says what the code says; otherwise run \`npm run docs\``, async () => {
    assert.equal(await readFile(join(ROOT, path), 'utf8'), await make());
  });
