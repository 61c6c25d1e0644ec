import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import sharp from 'sharp';
import { applySteps } from '../../src/components/steps/apply-steps.ts';
import { firstWorkflows } from '../../src/operations/first-workflows.ts';

const limits = { maxBytes: 1e8, maxPixels: 1e8, maxHeifPixels: 1e8 };

const blank = (width: number, height: number, background: string) => {
  const channels = background.length > 7 ? 4 : 3;
  return sharp({ create: { width, height, channels, background } }).png();
};

describe('the first workflows', () => {
  let folder: string;
  let inputs: { default: string } & Record<string, string>;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'darkroom-first-'));
    inputs = { default: join(folder, 'in.png'), 1: join(folder, 'logo.png') };
    await blank(3000, 1000, '#204060').toFile(inputs.default);
    await blank(200, 100, '#ffffff80').toFile(inputs['1']!);
  });
  after(() => rm(folder, { recursive: true }));

  const run = (name: string) => {
    const workflow = firstWorkflows().find((one) => one.name === name);
    assert.ok(workflow);
    const given = Object.fromEntries(Object.keys(workflow.inputs).map((input) => [input, inputs[input]!]));
    const output = join(folder, 'out');
    return applySteps({
      steps: workflow.steps,
      inputs: { ...given, default: inputs.default },
      output,
      limits,
    });
  };
  const facts = async (name: string) => {
    const { format, width, height } = await run(name);
    return { format, width, height };
  };

  test('Packshot on white is a square JPEG with a white margin', async () => {
    assert.deepEqual(await facts('Packshot on white'), { format: 'jpeg', width: 2000, height: 2000 });
    const pixel = (left: number, top: number) =>
      sharp(join(folder, 'out')).extract({ left, top, width: 1, height: 1 }).removeAlpha().raw().toBuffer();
    assert.deepEqual([...(await pixel(50, 1000))], [255, 255, 255]);
    assert.notDeepEqual([...(await pixel(150, 1000))], [255, 255, 255]);
  });

  test('Web resize is a WebP of at most 1600 pixels', async () => {
    assert.deepEqual(await facts('Web resize'), { format: 'webp', width: 1600, height: 533 });
  });

  test('Logo overlay keeps the size of the picture', async () => {
    assert.deepEqual(await facts('Logo overlay'), { format: 'jpeg', width: 3000, height: 1000 });
  });

  test('Pass-through keeps format and size', async () => {
    assert.deepEqual(await facts('Pass-through'), { format: 'png', width: 3000, height: 1000 });
  });
});
