import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join, normalize } from 'node:path';
import { test } from 'node:test';

const ROOT = join(import.meta.dirname, '../..');
const IMPORT = /(?:from|import)\s*\(?\s*'([^']+)'/g;

const importsOf = (folder: string): [file: string, imported: string][] =>
  globSync('**/*.{ts,tsx}', { cwd: join(ROOT, folder) }).flatMap((file) =>
    [...readFileSync(join(ROOT, folder, file), 'utf8').matchAll(IMPORT)].map(
      ([, imported]): [string, string] => [file, imported ?? ''],
    ),
  );

test('the console imports the client and nothing of the service; the client imports only itself', () => {
  for (const [file, imported] of importsOf('client/src'))
    assert.ok(/^\.\/[\w-]+\.ts$/.test(imported), `client/src/${file} imports ${imported}`);
  for (const [file, imported] of importsOf('console/src'))
    if (imported.startsWith('.'))
      assert.ok(
        !normalize(join(file, '..', imported)).startsWith('..'),
        `console/src/${file} imports ${imported}`,
      );
});

test('a stylesheet of a page styles no element by its name alone: it stays loaded when another page is opened', () => {
  const sheets = globSync('console/src/**/*.css', { cwd: ROOT, exclude: ['console/src/styles/**'] });
  assert.ok(sheets.length > 20, `${sheets}`);
  for (const sheet of sheets)
    assert.doesNotMatch(readFileSync(join(ROOT, sheet), 'utf8'), /^[a-z][^.#{]*[{,]$/m, sheet);
});

test('no stylesheet is longer than 500 lines', () => {
  const sheets = globSync('console/src/**/*.css', { cwd: ROOT });
  assert.ok(sheets.length > 20, `${sheets}`);
  for (const sheet of sheets) {
    const lines = readFileSync(join(ROOT, sheet), 'utf8').split('\n').length;
    assert.ok(lines <= 500, `${sheet} has ${lines} lines`);
  }
});
