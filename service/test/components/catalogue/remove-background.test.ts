import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { describe, it } from 'node:test';
import { sharp } from '../../../src/components/files/sharp-setup.ts';
import { applySteps } from '../../../src/components/steps/apply-steps.ts';
import { openTraceRecorder } from '../../../src/components/steps/trace-recorder.ts';
import type { Step, StepCondition } from '../../../src/domain/workflows/workflow.ts';
import { halves, LIMITS, noisy, openFolder } from '../sample-images.ts';

const folder = openFolder();
const RED = [200, 40, 30] as [number, number, number];
const BLUE = [30, 60, 200] as [number, number, number];

let steps = 0;
const step = (component: string, params: Record<string, unknown> = {}, when?: StepCondition): Step => {
  steps += 1;
  return { id: `s${steps}`, component, params, ...(when ? { when } : {}) };
};

describe('a model that does not answer', () => {
  it('is left out with a warning, and the result is not kept for reuse', async () => {
    const kept = folder.file();
    const job = {
      steps: [step('remove-background'), step('convert', { format: 'png' })],
      inputs: { default: folder.file(await halves(64, 64, RED, BLUE).png().toBuffer()) },
      output: folder.file(),
      limits: LIMITS,
      intermediates: { paths: [kept], worthMs: 0 },
    };
    const recorder = openTraceRecorder();
    const away = { size: 32, find: () => Promise.reject(new Error('It is away.')) };
    assert.equal((await applySteps(job, { regions: away }, recorder)).modelFailed, true);
    assert.match(recorder.read().steps[0]?.warnings?.join() ?? '', /The model failed/);
    assert.equal(existsSync(kept), false);

    const sure = { width: 32, height: 32, data: new Float32Array(32 * 32).fill(1) };
    const there = { size: 32, find: async () => sure };
    assert.equal((await applySteps(job, { regions: there })).modelFailed, undefined);
    assert.equal(existsSync(kept), true);
  });
});

describe('glass before a background that is not plain', () => {
  it('is cut out as solid, with a warning', async () => {
    const image = folder.file(await noisy(160, 120).png().toBuffer());
    const made = async (glass: boolean) => {
      const output = folder.file();
      const recorder = openTraceRecorder();
      const steps = [
        step('remove-background', { method: 'studio', glass }),
        step('convert', { format: 'png' }),
      ];
      const { hash } = await applySteps(
        { steps, inputs: { default: image }, output, limits: LIMITS },
        {},
        recorder,
      );
      return { hash, warnings: recorder.read().steps[0]?.warnings?.join() ?? '' };
    };
    const solid = await made(false);
    const glass = await made(true);
    assert.equal(glass.hash, solid.hash);
    assert.match(glass.warnings, /cut out as solid\. Photograph it in front of a plain background/);
    assert.doesNotMatch(solid.warnings, /cut out as solid\. Photograph it in front of a plain background/);
  });
});

describe('an image that is already cut out', () => {
  it('keeps its transparency as it is, with a warning', async () => {
    // A frame near the border, like a logo. It has no background to remove: everything else is transparent.
    const side = 80;
    const rgba = Buffer.alloc(side * side * 4);
    for (let i = 0; i < side * side; i++) {
      const [x, y] = [i % side, Math.floor(i / side)];
      const edge = Math.min(x, y, side - 1 - x, side - 1 - y);
      if (edge >= 3 && edge < 8) rgba.set([20, 60, 160, 200], i * 4);
    }
    const image = folder.file(
      await sharp(rgba, { raw: { width: side, height: side, channels: 4 } })
        .png()
        .toBuffer(),
    );
    for (const method of ['auto', 'studio']) {
      const output = folder.file();
      const recorder = openTraceRecorder();
      const steps = [step('remove-background', { method }), step('convert', { format: 'png' })];
      const { confidence } = await applySteps(
        { steps, inputs: { default: image }, output, limits: LIMITS },
        {},
        recorder,
      );
      assert.deepEqual(await sharp(output).raw().toBuffer(), rgba);
      assert.equal(confidence, 1);
      assert.match(recorder.read().steps[0]?.warnings?.join() ?? '', /already cut out/);
    }
  });
});
