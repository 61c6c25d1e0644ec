import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';

const ROOT = join(import.meta.dirname, '../../..');
const read = async (path: string) => JSON.parse(await readFile(join(ROOT, path), 'utf8'));

// `npm ci` checks that both name the same dependencies, and takes the programs from the lockfile unseen.
test('the lockfile installs the programs that the packages name', async () => {
  const { packages } = await read('package-lock.json');
  const { workspaces } = await read('package.json');
  for (const workspace of workspaces as string[]) {
    const { bin } = await read(`${workspace}/package.json`);
    assert.deepEqual(packages[workspace].bin, bin, workspace);
  }
});
