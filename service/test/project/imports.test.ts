import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import { basename, dirname, join, normalize } from 'node:path';
import { before, test } from 'node:test';

const SRC = join(import.meta.dirname, '../../src');
const IMPORT = /^(?:import|export)\s(?:[^'"]*?\sfrom\s)?'([^']+)'|import\('([^']+)'\)/gm;

/** The folders that each folder may import, as `ARCHITECTURE.md` says; undefined for folders that may import all. */
const rules = new Map<string, readonly string[] | undefined>();
const RULE = /^\| (`[^|]+`) \|[^|]+\| ([^|]+) \|$/gm;

const EXPORT = /^export (?:async )?(?:const|function\*?|class|type) (\w+)/gm;
/** The words of a name in camel case, capitals or kebab case, in the singular. */
const words = (name: string) =>
  name
    .replace(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, '-')
    .toLowerCase()
    .split(/[-_]/)
    .map((word) => word.replace(/ies$/, 'y').replace(/s$/, ''));

/** Packages that only one folder may import. */
const OWNERS: Record<string, string> = {
  sharp: 'components',
  pg: 'postgres',
  fastify: 'http',
  '@fastify/swagger': 'http',
  undici: 'egress',
  nodemailer: 'mail',
  'openid-client': 'external-sign-in',
  jose: 'operations',
  typebox: 'schema',
  'prom-client': 'metrics',
  pino: 'log',
  'lru-cache': 'cache',
  '@opentelemetry/api': 'tracing',
  '@opentelemetry/exporter-trace-otlp-http': 'tracing',
  '@opentelemetry/resources': 'tracing',
  '@opentelemetry/sdk-trace': 'tracing',
  '@aws-sdk/client-s3': 'object-stores',
  '@aws-sdk/lib-storage': 'object-stores',
};

/** Files of `src` and what each of them imports. */
const imports = new Map<string, string[]>();
const inside = (imported: string) => imported.startsWith('.');
const target = (file: string, imported: string) => normalize(join(dirname(file), imported));
const folderOf = (file: string) => file.split('/')[0]!;

before(async () => {
  const architecture = await readFile(join(SRC, '../../ARCHITECTURE.md'), 'utf8');
  for (const [, folders, allowed] of architecture.matchAll(RULE))
    for (const [, folder] of folders!.matchAll(/`([^`/]+)\/?`/g))
      rules.set(folder!, allowed === 'all' ? undefined : allowed === 'nothing' ? [] : allowed!.split(', '));
  for await (const file of glob('**/*.ts', { cwd: SRC })) {
    const text = await readFile(join(SRC, file), 'utf8');
    imports.set(
      file,
      [...text.matchAll(IMPORT)].map(([, plain, dynamic]) => (plain ?? dynamic)!),
    );
  }
});

test('imports go one way between the folders, as ARCHITECTURE.md says', () => {
  const wrong: string[] = [];
  for (const [file, imported] of imports) {
    const folder = folderOf(file);
    assert.ok(rules.has(folder), `${folder} is missing in the table of ARCHITECTURE.md`);
    const allowed = rules.get(folder);
    for (const other of imported.filter(inside).map((path) => folderOf(target(file, path))))
      if (allowed && other !== folder && !allowed.includes(other)) wrong.push(`${file} -> ${other}`);
  }
  assert.deepEqual(wrong, []);
});

test('every import inside the service names a file that is there', () => {
  for (const [file, imported] of imports)
    for (const path of imported.filter(inside)) {
      const named = target(file, path);
      assert.ok(imports.has(named), `${file} -> ${named}`);
    }
});

test('there is no cycle of imports', () => {
  const done = new Set<string>();
  const visit = (file: string, way: readonly string[]): void => {
    assert.ok(!way.includes(file), [...way, file].join(' -> '));
    if (done.has(file)) return;
    for (const path of imports.get(file)!.filter(inside)) visit(target(file, path), [...way, file]);
    done.add(file);
  };
  for (const file of imports.keys()) visit(file, []);
});

test('the domain is pure: no packages, and of Node only its hashes', () => {
  for (const [file, imported] of imports)
    if (folderOf(file) === 'domain')
      assert.deepEqual(
        imported.filter((path) => !inside(path) && path !== 'node:crypto'),
        [],
        file,
      );
});

test('sharp, the database, HTTP and calls to others are each imported by one folder only', () => {
  for (const [file, imported] of imports)
    for (const name of imported)
      if (OWNERS[name]) assert.equal(folderOf(file), OWNERS[name], `${file} imports ${name}`);
});

test('settings are read from the environment only where they are declared', async () => {
  // PATH finds the tools of the embedded server, and FONTCONFIG_FILE is written for the text renderer: neither is a setting.
  const allowed = /readConfig\(process\.env\)|process\.env\['PATH'\]|process\.env\['FONTCONFIG_FILE'\] = /g;
  for (const file of imports.keys()) {
    const text = await readFile(join(SRC, file), 'utf8');
    assert.ok(!text.replaceAll(allowed, '').includes('process.env'), file);
  }
});

test('a file with one export is named after it, or after a part of it that the name of the folder completes', async () => {
  const root = join(SRC, '../..');
  const wrong: string[] = [];
  for await (const file of glob('{service/src,console/src,samples}/**/*.{ts,tsx}', { cwd: root })) {
    const text = await readFile(join(root, file), 'utf8');
    const exported = [...text.matchAll(EXPORT)].map(([, name]) => name!);
    if (exported.length !== 1) continue;
    const [own, name, folder] = [
      exported[0]!,
      basename(file).replace(/\.tsx?$/, ''),
      basename(dirname(file)),
    ].map(words);
    const isNamed =
      name!.every((word) => [...own!, ...folder!].includes(word)) ||
      own!.every((word) => ['open', ...name!, ...folder!].includes(word));
    if (!isNamed) wrong.push(`${file} exports ${exported[0]}`);
  }
  assert.deepEqual(wrong, []);
});
