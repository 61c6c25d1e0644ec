import assert from 'node:assert/strict';
import { appendFile, cp, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { codeVersion } from '../../src/programs/serving/code-version.ts';

const SOURCE = join(import.meta.dirname, '../../src');
const MODEL = { file: '/models/isnet.onnx', sha256: 'a'.repeat(64), size: 1024, scale: 1 / 255 };

const copies: string[] = [];
after(() => Promise.all(copies.map((copy) => rm(copy, { recursive: true }))));

/** A copy of the source that a test may change. */
const copySource = async (): Promise<string> => {
  const copy = await mkdtemp(join(tmpdir(), 'darkroom-source-'));
  copies.push(copy);
  await cp(SOURCE, copy, { recursive: true });
  return copy;
};

describe('the code version that limits the reuse of results', async () => {
  const version = await codeVersion([MODEL, undefined]);

  it('is the same for the same code and models, wherever the code is installed', async () => {
    assert.equal(await codeVersion([{ ...MODEL }, undefined], await copySource()), version);
  });

  for (const folder of ['components', 'components/steps', 'pixels', 'matting'])
    it(`changes when a file in ${folder} changes or gets another name`, async () => {
      const source = await copySource();
      const name = (await readdir(join(source, folder), { recursive: true })).find((entry) =>
        entry.endsWith('.ts'),
      )!;
      const file = join(source, folder, name);
      await rename(file, `${file}.renamed`);
      assert.notEqual(await codeVersion([MODEL, undefined], source), version);
      await rename(`${file}.renamed`, file);
      assert.equal(await codeVersion([MODEL, undefined], source), version);
      await appendFile(file, '\n');
      assert.notEqual(await codeVersion([MODEL, undefined], source), version);
    });

  it('stays when only the code around the images changes', async () => {
    const source = await copySource();
    await appendFile(join(source, 'http/server/server.ts'), '\n');
    assert.equal(await codeVersion([MODEL, undefined], source), version);
  });

  for (const change of [{ sha256: 'b'.repeat(64) }, { size: 512 }, { scale: 1 }])
    it(`changes with ${Object.keys(change)} in the declaration of a model`, async () => {
      assert.notEqual(await codeVersion([{ ...MODEL, ...change }, undefined]), version);
    });

  it('tells a model for cutting out from one for enlarging', async () => {
    assert.notEqual(await codeVersion([undefined, MODEL]), version);
  });
});
