import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { applySteps } from '../../src/components/steps/apply-steps.ts';
import { LIMITS, noisy, plain } from './sample-images.ts';
import { apply, failureOf, folder, RED, step } from './steps-on-images.ts';

describe('a failure', () => {
  it('of a component names it', async () => {
    const tall = await plain(1, 20_000, RED).png().toBuffer();
    const failure = await failureOf(apply(tall, [step('sharpen'), step('convert', { format: 'webp' })]));
    assert.equal(failure.code, 'component_failed');
    assert.equal(failure.component, 'convert');
    assert.match(failure.message, /^Convert failed \(.*too large.*\)\. Change the parameters/);
  });

  it('of the input is not reported as a failure of a component', async () => {
    const broken = (await noisy(400, 300).jpeg().toBuffer()).subarray(0, 20_000);
    const failure = await failureOf(apply(broken, [step('canvas'), step('sharpen'), step('convert')]));
    assert.deepEqual([failure.code, failure.component], ['input_unreadable', null]);
  });

  it('of a step that no longer fits its component names it', async () => {
    const image = await plain(8, 8, RED).png().toBuffer();
    assert.equal((await failureOf(apply(image, [step('vanish')]))).component, 'vanish');
    assert.equal((await failureOf(apply(image, [step('resize', { width: -1 })]))).component, 'resize');
  });

  it('of the disk is not reported as a failure of the image', async () => {
    const image = folder.file(await plain(8, 8, RED).png().toBuffer());
    const missing = `${folder.file()}/nowhere`;
    await assert.rejects(
      applySteps({ steps: [], inputs: { default: image }, output: missing, limits: LIMITS }),
      { code: 'ENOENT' },
    );
    await assert.rejects(
      applySteps({ steps: [], inputs: { default: missing }, output: folder.file(), limits: LIMITS }),
      { code: 'ENOENT' },
    );
  });
});
