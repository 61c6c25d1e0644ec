import assert from 'node:assert/strict';
import { exec } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { openSample } from '../../samples/open-sample.ts';
import { sharp } from '../../src/components/files/sharp-setup.ts';
import { applySteps } from '../../src/components/steps/apply-steps.ts';
import { outputsOf } from '../../src/domain/workflows/workflow.ts';
import { readWorkflow } from '../../src/programs/run-files/run-arguments.ts';
import { LIMITS, openFolder, plain, type Rgb, SAMPLES } from '../components/sample-images.ts';
import { smallPhoto } from '../support/small-photo.ts';

const DOCS = join(import.meta.dirname, '../../../docs');
const COOKBOOK = join(DOCS, 'cookbook');
const recipes = readdirSync(COOKBOOK).filter((name) => name.endsWith('.json'));
const folder = openFolder();

/** The properties that the text beside each recipe promises. */
const EXPECTED: Record<string, { format: string; width?: number; height?: number; maxBytes?: number }> = {
  'all-formats.json': { format: 'webp', width: 400, height: 400 },
  'archive-tiff.json': { format: 'tiff', width: 1600, height: 1200 },
  'avif-web.json': { format: 'avif', width: 1600 },
  'catalogue-reflection.json': { format: 'jpeg', width: 1600, height: 1600 },
  'ghost.json': { format: 'png', width: 2000, height: 2000 },
  'glass.json': { format: 'jpeg', width: 1600, height: 1600 },
  'mannequin-crop.json': { format: 'jpeg', width: 1500, height: 2000 },
  'marketplace-main.json': { format: 'jpeg', width: 2000, height: 2000 },
  'matched-series.json': { format: 'jpeg', width: 1600 },
  'social-4x5.json': { format: 'jpeg', width: 1080, height: 1350 },
  'thumbnail-20k.json': { format: 'webp', width: 400, height: 400, maxBytes: 20_000 },
  'watermark-proof.json': { format: 'jpeg', width: 1200 },
};

describe('the cookbook', () => {
  it('has every recipe with its image and its place in the text', () => {
    assert.deepEqual(recipes.sort(), Object.keys(EXPECTED).sort());
    const text = readFileSync(join(DOCS, 'cookbook.md'), 'utf8');
    for (const recipe of recipes) {
      assert.ok(text.includes(`(cookbook/${recipe})`), recipe);
      assert.ok(existsSync(join(COOKBOOK, recipe.replace('.json', '.jpg'))), recipe);
    }
  });

  it('names a command that works as it stands, with the program as it is installed', async () => {
    const text = readFileSync(join(DOCS, 'cookbook.md'), 'utf8');
    const command = /^ {4}(npx darkroom-run .+) -o proof\.jpg$/m.exec(text)?.[1];
    const output = `${folder.file()}.jpg`;
    await promisify(exec)(`${command} -o ${output}`, { cwd: join(DOCS, '..') });
    const { format, width } = await sharp(output).metadata();
    assert.deepEqual({ format, width }, { format: 'jpeg', width: 1200 });
  });

  it('gives a fixed size whatever the shape of the product', async () => {
    const { steps } = await readWorkflow(join(COOKBOOK, 'mannequin-crop.json'));
    for (const sample of ['carton', 'dress']) {
      const inputs = { default: await smallPhoto(`${sample}.jpg`) };
      const { width, height } = await applySteps({ steps, inputs, output: folder.file(), limits: LIMITS });
      assert.deepEqual([width, height], [1500, 2000], sample);
    }
  });

  it('shows the whole of a tall product in the thumbnail', async () => {
    const { steps } = await readWorkflow(join(COOKBOOK, 'thumbnail-20k.json'));
    const part = (height: number, colour: Rgb) => plain(160, height, colour).png().toBuffer();
    const tall = await plain(400, 1200, [225, 225, 225])
      .composite([
        { input: await part(1060, [60, 60, 60]), left: 120, top: 70 },
        { input: await part(60, [200, 20, 20]), left: 120, top: 70 },
        { input: await part(60, [20, 20, 200]), left: 120, top: 1070 },
      ])
      .jpeg()
      .toBuffer();
    const output = folder.file();
    await applySteps({ steps, inputs: { default: folder.file(tall) }, output, limits: LIMITS });
    const { data } = await sharp(output).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    const has = (channel: 0 | 2) => {
      for (let at = 0; at < data.length; at += 3)
        if (data[at + channel]! > 150 && data[at + 1]! < 90 && data[at + 2 - channel]! < 90) return true;
      return false;
    };
    assert.ok(has(0), 'the red top of the product');
    assert.ok(has(2), 'the blue foot of the product');
  });

  it('refuses a product that is cut off as the main image of a marketplace', async () => {
    const { steps } = await readWorkflow(join(COOKBOOK, 'marketplace-main.json'));
    const cutOff = await sharp(join(SAMPLES, 'stoneware.jpg'))
      .extract({ left: 0, top: 0, width: 800, height: 1200 })
      .resize(320)
      .jpeg()
      .toBuffer();
    await assert.rejects(
      applySteps({ steps, limits: LIMITS, inputs: { default: folder.file(cutOff) }, output: folder.file() }),
      /percent of the image's edge is white or transparent; at least 99 is required/,
    );
  });

  const photo = join(SAMPLES, 'stoneware.jpg');
  /** The input of recipes that cut out: a large photo takes seconds, and does not change the size of the result. */
  const small = smallPhoto('stoneware.jpg');
  for (const recipe of recipes)
    it(`${recipe} keeps its promise`, async () => {
      const { steps } = await readWorkflow(join(COOKBOOK, recipe));
      const example = folder.file(await (await openSample('warm', 400)).png().toBuffer());
      const cutsOut = steps.some(({ component }) => component === 'remove-background');
      const inputs = { default: cutsOut ? await small : photo, 1: example };
      const outputs = Object.fromEntries(outputsOf(steps).map((name) => [name, folder.file()]));
      const result = await applySteps({ steps, inputs, output: folder.file(), outputs, limits: LIMITS });
      const { maxBytes = Number.POSITIVE_INFINITY, ...promised } = EXPECTED[recipe]!;
      assert.deepEqual({ ...result, ...promised }, { ...result });
      assert.ok(result.bytes <= maxBytes, `${result.bytes} bytes`);
    });
});
