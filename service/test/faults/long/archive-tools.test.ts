import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { readZip, type ZippedFile } from '../../support/read-zip.ts';
import { startService } from '../../support/service.ts';
import { addWorkflow, create, ok, openTenant } from '../../support/tenant.ts';

// These tests need `unzip` and `bsdtar` (Debian: apt-get install unzip libarchive-tools).
const run = promisify(execFile);
const service = await startService();
after(() => service.stop());

/**
 * Duplicates, names that differ only in case, hostile names, and names of 250 bytes and more, in characters of
 * one, two and three bytes.
 */
const NAMES = [
  ...['shoe.jpg', 'shoe.jpg', 'SHOE.JPG', 'shoe (2).jpg', 'straße.jpg', 'STRASSE.jpg', 'manifest.csv'],
  ...['../../etc/passwd', '..\\..\\win.ini', '/etc/shadow', 'C:\\x.jpg', '-rf', '.hidden', '...', 'CON.jpg'],
  ...['a\u202egpj.exe', 'tab\there.jpg', 'new\nline.jpg', 'glob*?[x].jpg', '$(touch x).jpg', '=cmd().jpg'],
  ...[`${'x'.repeat(246)}.jpg`, `${'x'.repeat(246)}.jpg`, `${'写'.repeat(83)}.jpg`, `${'é'.repeat(127)}.jpg`],
];

let dir: string;
let files: ZippedFile[];
before(async () => {
  dir = await mkdtemp(join(tmpdir(), 'darkroom-archive-tools-'));
  const { owner, operator, viewer } = await openTenant(service, 10_000);
  const workflow = await addWorkflow(owner);
  const json = { name: 'Hostile', expected: NAMES.length };
  const batch = (await ok(operator('POST /v1/batch', { json }))).json<{ id: string }>();
  for (const name of NAMES)
    await create(operator, workflow, { name, labels: { service_batch_id: batch.id } });
  // Waits until the batch is completed: its stream ends then.
  await ok(viewer(`GET /v1/batch/${batch.id}/status`));
  const { bytes } = await ok(viewer(`GET /v1/batch/${batch.id}/results.zip`));
  files = readZip(bytes);
  assert.equal(files.length, NAMES.length + 1);
  await writeFile(join(dir, 'results.zip'), bytes);
});
after(() => rm(dir, { recursive: true }));

const check = async (folder: string) => {
  const found = (await readdir(folder)).sort();
  assert.deepEqual(found, files.map(({ name }) => name).sort());
  for (const { name, bytes } of files) assert.ok((await readFile(join(folder, name))).equals(bytes), name);
};

/** The arguments with which each tool tests a ZIP file, and extracts it into a folder. */
const TOOLS = {
  unzip: { testing: ['-tq'], extracting: (zip: string, folder: string) => ['-q', zip, '-d', folder] },
  bsdtar: { testing: ['-tf'], extracting: (zip: string, folder: string) => ['-xf', zip, '-C', folder] },
};
for (const [tool, { testing, extracting }] of Object.entries(TOOLS))
  test(`${tool} opens the ZIP file of a batch with duplicate, hostile and very long file names`, async () => {
    const zip = join(dir, 'results.zip');
    const folder = await mkdtemp(join(dir, tool));
    const env = { ...process.env, LC_ALL: 'C.UTF-8' };
    await run(tool, [...testing, zip], { env });
    await run(tool, extracting(zip, folder), { env });
    await check(folder);
  });
