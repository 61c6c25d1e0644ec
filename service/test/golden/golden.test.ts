import assert from 'node:assert/strict';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Sharp } from 'sharp';
import { type Example, GOLDEN } from '../../samples/examples.ts';
import { openOtherInputs, openOtherTableInputs, openSample, type Sample } from '../../samples/open-sample.ts';
import { sharp } from '../../src/components/files/sharp-setup.ts';
import { COMPONENTS } from '../../src/components/registry.ts';
import { applySteps } from '../../src/components/steps/apply-steps.ts';
import { SHIPPED_MODEL } from '../../src/matting/model/model-declaration.ts';
import { openModelOnDemand } from '../../src/worker/models/model-on-demand.ts';
import { LIMITS, openFolder } from '../components/sample-images.ts';

/**
 * Compares what each component makes of the sample photo with an image that a person has looked at. After an
 * intended change, run `DARKROOM_KEEP_GOLDEN=1 node --test service/test/golden/golden.test.ts` and look at the
 * new images.
 */
const examples: [name: string, example: Example][] = Object.entries(GOLDEN);

// Differences are on the 8-bit scale, over every channel of every pixel. Encoders and SIMD code differ a little between machines, but
// never so much that a person could see it. If the fast sharpening were left out, the mean difference would be
// 0.5.
const MEAN_DIFFERENCE = 0.35;
const MEAN_DIFFERENCE_OF_ENCODERS = 1.2;
const FAR_OFF = 24;
const FAR_OFF_VALUES = 0.002;

const WIDTH = 240;
const folder = openFolder();
const samples = new Map<Sample, string>();
const others: Record<string, string> = {};
// The model uses one thread, because several threads add floating-point numbers in another order, with other
// results.
const model = openModelOnDemand({
  declaration: SHIPPED_MODEL,
  threads: 1,
  deadlineMs: 120_000,
  memoryBytes: 4 * 1024 ** 3,
});

after(() => model.close());

before(async () => {
  const keep = async (image: Sharp) => folder.file(await image.png().toBuffer());
  for (const [, { of = 'photo' }] of examples)
    if (!samples.has(of)) samples.set(of, await keep(await openSample(of, WIDTH)));
  for (const [name, image] of Object.entries(openOtherInputs(WIDTH))) others[name] = await keep(image);
  for (const [name, text] of Object.entries(openOtherTableInputs())) others[name] = folder.file(text);
});

const pixelsOf = (path: string) => sharp(path).ensureAlpha().raw().toBuffer({ resolveWithObject: true });

describe('golden images', () => {
  for (const [name, { component, params, of = 'photo' }] of examples)
    it(`${name} looks as it did`, async () => {
      const output = folder.file();
      await applySteps(
        {
          steps: [
            { id: 'step', component, params },
            ...(component === 'convert'
              ? []
              : [{ id: 'png', component: 'convert', params: { format: 'png' } }]),
          ],
          inputs: { ...others, default: samples.get(of)! },
          output,
          limits: LIMITS,
        },
        { regions: model },
      );
      const golden = join(import.meta.dirname, `${name}.png`);
      if (process.env['DARKROOM_KEEP_GOLDEN'])
        writeFileSync(golden, await sharp(output).png({ compressionLevel: 9 }).toBuffer());
      const [made, kept] = await Promise.all([output, golden].map(pixelsOf));
      assert.deepEqual([made!.info.width, made!.info.height], [kept!.info.width, kept!.info.height]);
      let sum = 0;
      let farOff = 0;
      for (let at = 0; at < kept!.data.length; at += 1) {
        const difference = Math.abs(kept!.data[at]! - made!.data[at]!);
        sum += difference;
        if (difference > FAR_OFF) farOff += 1;
      }
      const mean = sum / kept!.data.length;
      const most = component === 'convert' ? MEAN_DIFFERENCE_OF_ENCODERS : MEAN_DIFFERENCE;
      assert.ok(mean <= most, `mean difference ${mean.toFixed(2)}`);
      assert.ok(farOff <= kept!.data.length * FAR_OFF_VALUES, `${farOff} values are far off`);
    });

  it('exist for every component, and for nothing else', () => {
    const named = Object.values(GOLDEN).map(({ component }) => component);
    assert.deepEqual([...new Set(named)].sort(), COMPONENTS.map(({ name }) => name).sort());
    for (const name of Object.keys(GOLDEN))
      assert.ok(existsSync(join(import.meta.dirname, `${name}.png`)), name);
    const images = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.png'));
    assert.deepEqual(
      images.sort(),
      Object.keys(GOLDEN)
        .map((name) => `${name}.png`)
        .sort(),
    );
  });
});
