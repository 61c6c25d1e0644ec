import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const ROOT = join(import.meta.dirname, '../..');
const PATH = /\b(path: |inOrganization\()'([^']+)'/g;

test('the docs name every page', () => {
  const router = readFileSync(join(ROOT, 'console/src/router.tsx'), 'utf8');
  const paths = [...router.matchAll(PATH)].map(([, kind, path = '']) =>
    kind === 'path: ' ? path : `/organization${path === '/' ? '' : path}`,
  );
  assert.ok(paths.includes('/organization/keys') && paths.includes('/sign-in'), `${paths}`);
  const docs = readFileSync(join(ROOT, 'docs/console.md'), 'utf8');
  for (const path of paths) {
    const address = path.replace(/\$(\w+)/, '<$1>');
    // Two have a shorter address too, which is the one that people see.
    const isNamed = docs.includes(`\`/console${address}\``) || docs.includes(`\`${address}\``);
    assert.ok(isNamed, `docs/console.md leaves out ${address}`);
  }
});
