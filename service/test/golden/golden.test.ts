import assert from 'node:assert/strict';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { applySteps } from '../../src/components/apply-steps.ts';
import { COMPONENTS } from '../../src/components/registry.ts';
import { sharp } from '../../src/components/sharp-setup.ts';
import { LIMITS, openFolder, SAMPLES } from '../components/sample-pictures.ts';

/**
 * What each component makes of the sample photo, beside the picture that a person has looked at.
 * After a change that is meant: `DARKROOM_KEEP_GOLDEN=1 node --test service/test/golden/golden.test.ts`, and look.
 */
const GOLDEN: Record<string, { component: string; params: Record<string, unknown> }> = {
  'remove-background-studio': { component: 'remove-background', params: { method: 'studio' } },
  'canvas-white': {
    component: 'canvas',
    params: { width: 200, height: 200, margin: 8, background: '#ffffff' },
  },
  'canvas-transparent': {
    component: 'canvas',
    params: {
      width: 200,
      height: 240,
      margin: 10,
      marginUnit: 'pixels',
      background: '#00000000',
      position: 'south',
    },
  },
  'resize-inside': { component: 'resize', params: { width: 120, height: 120 } },
  'resize-cover': {
    component: 'resize',
    params: { width: 120, height: 160, fit: 'cover', position: 'east' },
  },
  'resize-contain': {
    component: 'resize',
    params: { width: 160, height: 160, fit: 'contain', background: '#e2572b' },
  },
  'crop-ratio': { component: 'crop', params: { width: 4, height: 5 } },
  'crop-pixels': {
    component: 'crop',
    params: { by: 'pixels', width: 120, height: 90, position: 'northeast' },
  },
  'rotate-quarter': { component: 'rotate', params: { angle: 90 } },
  'rotate-some': { component: 'rotate', params: { angle: -12, background: '#00000000' } },
  'sharpen-fast': { component: 'sharpen', params: {} },
  'sharpen-fine': { component: 'sharpen', params: { method: 'fine', radius: 1.5, edges: 8 } },
  'adjust-bright': { component: 'adjust', params: { brightness: 1.15, saturation: 1.4, contrast: 1.2 } },
  'adjust-lifted': { component: 'adjust', params: { gamma: 1.8 } },
  'adjust-deepened': { component: 'adjust', params: { gamma: 0.6, saturation: 0 } },
  'overlay-corner': { component: 'overlay', params: { scale: 0.3 } },
  'overlay-faint': { component: 'overlay', params: { scale: 0.9, position: 'center', opacity: 0.25 } },
  'convert-jpeg': { component: 'convert', params: { format: 'jpeg', quality: 30 } },
  'convert-webp': { component: 'convert', params: { format: 'webp', quality: 30 } },
  'convert-avif': { component: 'convert', params: { format: 'avif', quality: 40 } },
  'convert-tiff': { component: 'convert', params: { format: 'tiff' } },
  'convert-png': { component: 'convert', params: { format: 'png' } },
};

// In steps of 255, over all values. Encoders and SIMD code differ a little between machines; what a person could
// see must not. Without the fast sharpening the mean difference would be 0.5.
const MEAN_DIFFERENCE = 0.35;
const MEAN_DIFFERENCE_OF_ENCODERS = 1.2;
const FAR_OFF = 24;
const FAR_OFF_VALUES = 0.002;

const folder = openFolder();
const files = { default: '', 1: join(SAMPLES, 'logo.png') };
before(async () => {
  files.default = folder.file(await sharp(join(SAMPLES, 'mug.jpg')).resize(240).png().toBuffer());
});

const pixelsOf = (path: string) => sharp(path).ensureAlpha().raw().toBuffer({ resolveWithObject: true });

describe('golden pictures', () => {
  for (const [name, { component, params }] of Object.entries(GOLDEN))
    it(`${name} looks as it did`, async () => {
      const output = folder.file();
      await applySteps({
        steps: [
          { id: 'step', component, params },
          ...(component === 'convert'
            ? []
            : [{ id: 'png', component: 'convert', params: { format: 'png' } }]),
        ],
        inputs: files,
        output,
        limits: LIMITS,
      });
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
    const pictures = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.png'));
    assert.deepEqual(
      pictures.sort(),
      Object.keys(GOLDEN)
        .map((name) => `${name}.png`)
        .sort(),
    );
  });
});
