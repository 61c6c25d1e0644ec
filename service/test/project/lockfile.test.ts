import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';

const ROOT = join(import.meta.dirname, '../../..');
const read = async (path: string) => JSON.parse(await readFile(join(ROOT, path), 'utf8'));

// `npm ci` checks that package.json and the lockfile name the same dependencies, but takes the programs (`bin`) from the
// lockfile without a check.
test('the lockfile installs the programs that the packages name', async () => {
  const { packages } = await read('package-lock.json');
  const { workspaces } = await read('package.json');
  for (const workspace of workspaces as string[]) {
    const { bin } = await read(`${workspace}/package.json`);
    assert.deepEqual(packages[workspace].bin, bin, workspace);
  }
});

// npm before 11.10 does not know allowScripts. It runs the install scripts of each package that the lockfile
// marks with hasInstallScript. The script of onnxruntime-node downloads CUDA libraries from outside the registry
// on Linux x64, so its mark is removed. npm adds the mark again only when the version of the package changes.
test('the lockfile marks only those install scripts that package.json allows', async () => {
  const { packages } = await read('package-lock.json');
  const { allowScripts } = await read('package.json');
  for (const [path, { hasInstallScript }] of Object.entries<{ hasInstallScript?: true }>(packages)) {
    const name = path.split('node_modules/').at(-1) ?? '';
    if (hasInstallScript)
      assert.equal(allowScripts[name], true, `remove "hasInstallScript" of ${path} from package-lock.json`);
  }
});

test('npm has nothing to warn of in this project', async () => {
  const ownSettings = Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name));
  const { stderr } = await promisify(execFile)('npm', ['pkg', 'get', 'name'], {
    cwd: ROOT,
    env: { ...Object.fromEntries(ownSettings), npm_config_userconfig: '/dev/null' },
  });
  assert.equal(stderr, '');
});
