import assert from 'node:assert/strict';
import { existsSync, globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';

const ROOT = join(import.meta.dirname, '../../..');
const SRC = join(ROOT, 'service/src');
/** Paths that are not in the repository, because a build or an operator makes them. */
const MADE = ['console/dist', 'deploy/secrets/'];

const guides = async (): Promise<[name: string, text: string][]> => {
  const names = globSync(['*.md', 'docs/*.md', 'deploy/*.md'], { cwd: ROOT });
  return Promise.all(
    names.map(async (name) => [name, await readFile(join(ROOT, name), 'utf8')] as [string, string]),
  );
};

const found = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, name]) => name!);

test('the docs name only npm scripts that there are', async () => {
  const { scripts } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
  for (const [guide, text] of await guides())
    for (const script of found(text, /npm run ([a-z0-9:-]+)/g))
      assert.ok(script in scripts, `${guide} names npm run ${script}`);
});

test('the docs name and link only files that there are', async () => {
  for (const [guide, text] of await guides()) {
    if (guide === 'CHANGELOG.md') continue;
    for (const link of found(text, /\]\((?!https?:)([^)#]+)(?:#[^)]*)?\)/g))
      assert.ok(existsSync(join(ROOT, guide, '..', link)), `${guide} links ${link}`);
    for (const path of found(
      text,
      /`((?:service|console|client|docs|scripts|deploy|samples)\/[^`\s*{}<>]*)`/g,
    ))
      assert.ok(MADE.includes(path) || existsSync(join(ROOT, path)), `${guide} names ${path}`);
  }
});

test('ARCHITECTURE.md names only files and folders of the service that there are', async () => {
  const text = await readFile(join(ROOT, 'ARCHITECTURE.md'), 'utf8');
  const folders = globSync('*/', { cwd: SRC }).map((folder) => folder.replace('/', ''));
  const paths = found(text, new RegExp(`(?<![\\w/-])((?:${folders.join('|')})/[a-z0-9./-]+)`, 'g'));
  assert.ok(paths.length > 20, 'the pattern finds the paths');
  for (const path of paths.map((path) => path.replace(/\.$/, '')))
    assert.ok(existsSync(join(SRC, path)) || existsSync(join(SRC, `${path}.ts`)), path);
});
