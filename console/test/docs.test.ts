import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const ROOT = join(import.meta.dirname, '../..');
const PARENT = /getParentRoute: \(\) => (\w+),\s*path: '([^']+)'|inOrganization\('([^']+)'\)/g;

/** The paths of the pages: those of a route below another area begin with the area's path. */
const pathsIn = (source: string): string[] => {
  const areas = new Map(
    [
      ...source.matchAll(/const (\w+) = createRoute\(\{\s*getParentRoute: \(\) => \w+,\s*path: '([^']+)'/g),
    ].map(([, name = '', path = '']) => [name, path]),
  );
  return [...source.matchAll(PARENT)].map(([, parent = '', path = '', inOrganization]) => {
    const full = inOrganization ? `/organization${inOrganization}` : `${areas.get(parent) ?? ''}${path}`;
    return full.length > 1 ? full.replace(/\/$/, '') : full;
  });
};

test('the docs name every page', () => {
  const files = globSync('console/src/routes/*.ts', { cwd: ROOT });
  const paths = files.flatMap((file) => pathsIn(readFileSync(join(ROOT, file), 'utf8')));
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
