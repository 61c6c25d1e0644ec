import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { sharp } from '../../src/components/files/sharp-setup.ts';
import { planNames } from '../../src/programs/run-files/results-on-disk.ts';
import { openFolder, plain } from '../components/sample-images.ts';

const PROGRAM = join(import.meta.dirname, '../../src/run-files.ts');
const folder = openFolder();

/** With one lane: to start a second one takes longer than the work of most tests here. */
const run = (...args: string[]) => runWith({ DARKROOM_LANES: '1' }, ...args);

const runWith = async (
  settings: Record<string, string>,
  ...args: string[]
): Promise<{ code: number | null; said: string }> => {
  const env = { ...process.env, ...settings };
  const child = spawn(process.execPath, [PROGRAM, ...args], { stdio: ['ignore', 'pipe', 'pipe'], env });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text));
  const { promise, resolve } = Promise.withResolvers<number | null>();
  child.on('close', resolve);
  return { code: await promise, said };
};

const workflow = (steps: unknown[], inputs?: unknown): string =>
  folder.file(JSON.stringify({ name: 'Test', inputs, workflowComponents: steps }));

const HALF = workflow([{ id: 'half', component: 'resize', params: { width: 20 } }]);

const images = async (): Promise<string> => {
  const path = folder.file();
  mkdirSync(path);
  for (const name of ['a.png', 'b.png']) await plain(40, 30, [200, 40, 30]).png().toFile(join(path, name));
  writeFileSync(join(path, 'notes.txt'), 'not an image');
  return path;
};

describe('darkroom-run', () => {
  it('makes one file of one image', async () => {
    const output = `${folder.file()}.png`;
    const { code, said } = await run('--workflow', HALF, join(await images(), 'a.png'), '-o', output);
    assert.equal(code, 0, said);
    assert.match(said, /^1 image: about \d\.\d s\n/);
    assert.match(said, /1 of 1 made in /);
    const { width, format } = await sharp(output).metadata();
    assert.deepEqual({ width, format }, { width: 20, format: 'png' });
  });

  it('works through a folder, gives a reason beside each failed file, and says what it skipped and why', async () => {
    const from = await images();
    const to = folder.file();
    writeFileSync(join(from, 'broken.jpg'), 'this is not an image at all');
    writeFileSync(join(from, 'scan.jpg'), `BM${'\0'.repeat(200)}`);
    writeFileSync(join(from, '.hidden.png'), '');
    mkdirSync(join(from, 'older'));
    const { code, said } = await run('-w', HALF, from, join(from, 'a.png'), '-o', to);
    assert.equal(code, 1);
    assert.match(said, /broken\.jpg: This file is not an image in a supported format; send JPEG/);
    assert.deepEqual(readdirSync(to).sort(), ['a.png', 'b.png']);
    assert.match(said, /^\d\/4 \S+scan\.jpg failed: BMP is not supported; send JPEG, /m);
    assert.match(said, /2 of 4 made in .*, 2 failed, 4 skipped; slowest/);
    assert.match(said, /^skipped \S+notes\.txt: \.txt is not a supported image format$/m);
    assert.match(said, /^skipped \S+\.hidden\.png: a hidden file$/m);
    assert.match(said, /^skipped \S+older: a folder inside a folder$/m);
    assert.match(said, /^skipped \S+a\.png: given twice$/m);
  });

  it('with --json writes a line for each file and a summary, and nothing else', async () => {
    const from = await images();
    writeFileSync(join(from, 'scan.jpg'), `BM${'\0'.repeat(200)}`);
    const to = folder.file();
    const { code, said } = await run('-w', HALF, from, '-o', to, '--json', '--concurrency', '1');
    assert.equal(code, 1);
    const lines = said
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const { bytes, milliseconds, concurrency, ...summary } = lines.pop();
    assert.deepEqual(summary, { type: 'summary', made: 2, failed: 1, skipped: 1, notStarted: 0 });
    const { milliseconds: each, bytes: size, ...made } = lines.find(({ file }) => file.endsWith('a.png'));
    const result = join(to, 'a.png');
    const file = join(from, 'a.png');
    const shape = { width: 20, height: 15, notes: [] };
    assert.deepEqual(made, { type: 'file', file, status: 'made', result, ...shape });
    assert.equal(concurrency, 1);
    for (const number of [bytes, milliseconds, each, size]) assert.ok(number > 0);
    const { reason, ...failed } = lines.find(({ file }) => file.endsWith('scan.jpg'));
    assert.deepEqual(failed, { type: 'file', file: join(from, 'scan.jpg'), status: 'failed' });
    assert.match(reason, /^BMP is not supported; /);
    assert.equal(lines.find(({ file }) => file.endsWith('notes.txt')).status, 'skipped');
  });

  it('works on as many images at once as --concurrency says, and on no more than there are', async () => {
    const from = await images();
    const wished = await run('-w', HALF, from, '-o', folder.file(), '--json', '--concurrency', '7');
    assert.equal(JSON.parse(wished.said.trim().split('\n').at(-1)!).concurrency, 2);
    const { code, said } = await run('-w', HALF, from, '-o', folder.file(), '--concurrency', 'many');
    assert.deepEqual(
      { code, said },
      { code: 2, said: '--concurrency must be a whole number from 1 to 256.\n' },
    );
  });

  it('says what a step warned of, and which results to look at', async () => {
    const cutOut = `${folder.file()}.png`;
    await plain(60, 40, [200, 40, 30], 0.5).png().toFile(cutOut);
    const flat = workflow([{ id: 'flat', component: 'convert', params: { format: 'jpeg' } }]);
    const { code, said } = await run('-w', flat, cutOut, '-o', `${folder.file()}.jpg`);
    assert.equal(code, 0, said);
    assert.match(said, /\.png: step flat: JPEG has no transparency/);

    const even = `${folder.file()}.png`;
    await plain(200, 150, [210, 210, 210]).png().toFile(even);
    const cut = workflow([{ id: 'cut', component: 'remove-background', params: { method: 'studio' } }]);
    const unsure = await run('-w', cut, even, '-o', `${folder.file()}.png`);
    assert.match(unsure.said, /\.png: check this result; its confidence is only \d+ %/);
  });

  it('takes a colour table as another input', async () => {
    const table = `${folder.file()}.cube`;
    writeFileSync(table, 'LUT_1D_SIZE 2\r\n1 1 1\r\n0 0 0\r\n');
    const look = workflow([{ id: 'look', component: 'lut' }], {
      default: { required: true, description: 'The image.' },
      1: { required: true, description: 'The look.' },
    });
    const output = `${folder.file()}.png`;
    const from = join(await images(), 'a.png');
    const { code, said } = await run('-w', look, from, '--input', `1=${table}`, '-o', output);
    assert.equal(code, 0, said);
    assert.deepEqual([...(await sharp(output).raw().toBuffer()).subarray(0, 3)], [55, 215, 225]);
    writeFileSync(table, 'LUT_1D_SIZE 2\r\n1 1 1\r\n');
    const broken = await run('-w', look, from, '--input', `1=${table}`, '-o', output);
    assert.equal(broken.code, 1);
    assert.match(broken.said, /Colour table failed \(line 2 is the last, with 1 of 2 colours/);
  });

  it('keeps images of the same name apart', async () => {
    const [one, other, to] = [await images(), await images(), folder.file()];
    copyFileSync(join(one, 'a.png'), join(other, 'c.png'));
    assert.equal((await run('-w', HALF, one, other, '-o', to)).code, 0);
    assert.deepEqual(readdirSync(to).sort(), ['a-2.png', 'a.png', 'b-2.png', 'b.png', 'c.png']);
  });

  it('never writes two inputs to one name, also where a file system ignores case', async () => {
    const [from, to] = [folder.file(), folder.file()];
    mkdirSync(from);
    for (const name of ['Grey.webp', 'grey.jpg', 'grey.tif', 'grey-2.jpg'])
      await plain(40, 30, [90, 90, 90]).toFile(join(from, name));
    const png = workflow([{ id: 'png', component: 'convert', params: { format: 'png' } }]);
    const { code, said } = await run('-w', png, from, '-o', to, '--concurrency', '2');
    assert.equal(code, 0, said);
    assert.match(said, /4 of 4 made in /);
    // The results are numbered in the order of the inputs: Grey.webp, grey-2.jpg, grey.jpg, grey.tif.
    for (const line of [
      'Grey.webp -> Grey',
      'grey-2.jpg -> grey-2',
      'grey.jpg -> grey-3',
      'grey.tif -> grey-4',
    ])
      assert.ok(said.includes(line.replace(/-> /, `-> ${to}/`).concat('.png')), `${line}\n${said}`);
    assert.deepEqual(readdirSync(to).sort(), ['Grey.png', 'grey-2.png', 'grey-3.png', 'grey-4.png']);
  });

  it('keeps the name of a file whose format stays, even if another file could get that name', () => {
    const names = planNames(['in/grey.jpg', 'in/grey.tif', 'in/grey.png'], []);
    assert.equal(names('in/grey.jpg', 'jpeg'), 'grey.jpg');
    assert.equal(names('in/grey.tif', 'tiff'), 'grey.tif');
    assert.equal(names('in/grey.png', 'png'), 'grey.png');
    assert.equal(names('in/grey.jpg', 'png'), 'grey-2.png');
  });

  it('never replaces an image that was given, whatever it is called', async () => {
    const from = await images();
    const before = readFileSync(join(from, 'a.png'));
    symlinkSync(from, `${from}-link`);
    assert.equal((await run('-w', HALF, from, '-o', `${from}-link`)).code, 0);
    assert.deepEqual(readFileSync(join(from, 'a.png')), before);
    assert.deepEqual(readdirSync(from).sort(), ['a-2.png', 'a.png', 'b-2.png', 'b.png', 'notes.txt']);
    const { code, said } = await run('-w', HALF, join(from, 'a.png'), '-o', join(`${from}-link`, 'a.png'));
    assert.equal(code, 2);
    assert.match(said, /is also the image to work on/);
    assert.deepEqual(readFileSync(join(from, 'a.png')), before);
  });

  it('counts a result that cannot be put into its place as failed, ends, and leaves no draft', async () => {
    const to = folder.file();
    mkdirSync(join(to, 'a.png'), { recursive: true });
    const { code, said } = await run('-w', HALF, await images(), '-o', to);
    assert.equal(code, 1, said);
    assert.match(said, /1 of 2 made in /);
    assert.match(said, /a\.png, because that is a folder/);
    assert.deepEqual(readdirSync(to).sort(), ['a.png', 'b.png']);
  });

  it('changes parameters, and refuses what the component refuses', async () => {
    const from = join(await images(), 'a.png');
    const output = `${folder.file()}.png`;
    assert.equal((await run('-w', HALF, from, '-o', output, '--set', 'half.width=10')).code, 0);
    assert.equal((await sharp(output).metadata()).width, 10);
    const { code, said } = await run('-w', HALF, from, '-o', output, '--set', 'half.width=-3');
    assert.equal(code, 2);
    assert.match(said, /settings\.half\.width must be a whole number from 0 to 16000/);
  });

  it('names a wrong setting in one sentence', async () => {
    const from = join(await images(), 'a.png');
    const { code, said } = await runWith({ DARKROOM_LANES: 'many' }, '-w', HALF, from, '-o', folder.file());
    assert.equal(code, 2);
    assert.match(said, /^DARKROOM_LANES must be [^\n]+\.\n$/);
  });

  it('asks for the inputs that the workflow needs', async () => {
    const logo = workflow([{ id: 'logo', component: 'overlay' }], { 1: { description: 'The logo.' } });
    const from = join(await images(), 'a.png');
    const output = `${folder.file()}.png`;
    const { code, said } = await run('-w', logo, from, '-o', output);
    assert.equal(code, 2);
    assert.match(said, /needs input 1: The logo\. Add --input 1=FILE\./);
    assert.equal((await run('-w', logo, from, '-o', output, '--input', `1=${from}`)).code, 0);
  });

  it('says what is wrong with a workflow, and where', async () => {
    const from = join(await images(), 'a.png');
    const wrong = workflow([{ id: 'x', component: 'resize', params: { width: 'wide' } }]);
    const { code, said } = await run('-w', wrong, from, '-o', folder.file());
    assert.equal(code, 2);
    assert.match(said, /workflowComponents\[0\]\.params\.width/);
    assert.match((await run('-w', folder.file('{'), from, '-o', 'x')).said, /is not JSON/);
    assert.match(
      (await run('-w', folder.file('{}'), from, '-o', 'x')).said,
      /is not a valid workflow\. .*name is required/,
    );
    const misspelt = workflow([{ id: 'x', component: 'resize', prams: { width: 10 } }]);
    assert.match(
      (await run('-w', misspelt, from, '-o', 'x')).said,
      /workflowComponents\.0\.prams is not known/,
    );
    assert.match((await run()).said, /^Usage: darkroom-run/);
  });
});
