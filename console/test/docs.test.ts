import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pagePaths } from './support/page-paths.ts';

const ROOT = join(import.meta.dirname, '../..');
test('the docs name every page', () => {
  const paths = pagePaths();
  for (const known of ['/developers/keys', '/organization/settings', '/sign-in'])
    assert.ok(paths.includes(known), `${paths}`);
  const docs = readFileSync(join(ROOT, 'docs/console.md'), 'utf8');
  for (const path of paths) {
    const address = path.replace(/\$(\w+)/, '<$1>');
    // Two pages also have a shorter address, which is the one that people see.
    const isNamed = docs.includes(`\`/console${address}\``) || docs.includes(`\`${address}\``);
    assert.ok(isNamed, `docs/console.md leaves out ${address}`);
  }
});
