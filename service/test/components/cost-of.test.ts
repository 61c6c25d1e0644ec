import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { COMPONENTS } from '../../src/components/registry.ts';
import { type CostedInput, type Costs, costOf } from '../../src/components/steps/cost-of.ts';
import costs from '../../src/components/steps/costs.json' with { type: 'json' };
import type { Step } from '../../src/domain/workflows/workflow.ts';

const LARGE = { width: 4000, height: 3000, format: 'jpeg' } as const;
const HUGE = { width: 10_000, height: 10_000, format: 'jpeg' } as const;
const step = (component: string, params: Record<string, unknown> = {}, when?: Step['when']): Step => ({
  id: component,
  component,
  params,
  ...(when && { when }),
});
const avif = (params = {}) => step('convert', { format: 'avif', ...params });

const expectedMs = (steps: Step[], input?: CostedInput) => costOf(steps, input).ms;
const resize = (width: number) => step('resize', { width });

describe('the expected cost', () => {
  it('has a measurement for every component', () => {
    const kept: Costs['components'] = costs.components;
    assert.deepEqual(
      COMPONENTS.map(({ name }) => name).filter((name) => !kept[name]),
      [],
    );
    for (const { ms, msPerMegapixel } of Object.values(kept)) assert.ok(ms >= 0 && msPerMegapixel >= 0);
    assert.ok(costs.reference.msPerMegapixel > 0 && costs.jobMs > 0);
  });

  it('grows with the image', () => {
    assert.ok(expectedMs([step('denoise')], HUGE) > 4 * expectedMs([step('denoise')], LARGE));
  });

  it('follows the size through the steps', () => {
    const late = costOf([step('denoise'), resize(800)], LARGE);
    const early = costOf([resize(800), step('denoise')], LARGE);
    assert.ok(early.ms < late.ms / 3, `${early.ms} and ${late.ms}`);
    assert.ok(expectedMs([resize(400), step('upscale'), avif()], LARGE) < expectedMs([avif()], LARGE) / 2);
  });

  it('assumes no larger image than a step may make', () => {
    const wide = step('crop-to-subject', { margin: 200, beyond: 'extend' });
    const most = { width: 12_000, height: 10_000, format: 'jpeg' } as const;
    const [, denoise] = costOf([wide, step('denoise')], LARGE).steps;
    const [dearest] = costOf([step('denoise')], most).steps;
    assert.ok(Math.abs(denoise!.ms / dearest!.ms - 1) < 0.01, `${denoise!.ms} of ${dearest!.ms}`);
  });

  it('depends on the settings that change it most', () => {
    const usual = expectedMs([avif()], LARGE);
    assert.ok(expectedMs([avif({ effort: 'small' })], LARGE) > usual);
    assert.ok(expectedMs([avif({ effort: 'fast' })], LARGE) < usual);
    assert.ok(expectedMs([avif({ maxBytes: 50_000 })], LARGE) > 3 * usual);
  });

  it('counts a step only where its condition can hold', () => {
    const plain = expectedMs([], LARGE);
    assert.equal(expectedMs([step('denoise', {}, { maxWidth: 800 })], LARGE), plain);
    assert.ok(expectedMs([step('denoise', {}, { minWidth: 800 })], LARGE) > plain);
    assert.ok(expectedMs([step('denoise', {}, { hasAlpha: true })], LARGE) > plain);
    assert.equal(expectedMs([step('denoise', {}, { format: 'png' })], LARGE), plain);
  });

  it('counts only the encoding that takes effect, once', () => {
    const jpeg = step('convert', { format: 'jpeg' });
    assert.equal(expectedMs([avif(), jpeg], LARGE), expectedMs([jpeg], LARGE));
  });

  it('counts the file of each named output, but that of the last step only as the result', () => {
    const steps = [step('denoise'), step('sharpen')];
    const outputAt = (position: number) =>
      steps.map((each, n) => (n === position ? { ...each, output: 'file' } : each));
    assert.ok(expectedMs(outputAt(0), LARGE) > expectedMs(steps, LARGE));
    assert.equal(expectedMs(outputAt(1), LARGE), expectedMs(steps, LARGE));
  });

  it('is less where the decoder makes the image smaller', () => {
    const shrunk = costOf([resize(800)], LARGE).ms;
    const decoded = costOf([resize(3000)], LARGE).ms;
    assert.ok(shrunk < decoded, `${shrunk} and ${decoded}`);
  });

  it('changes when a step is added to a list that was already estimated', () => {
    const steps = [step('denoise')];
    const before = expectedMs(steps, LARGE);
    assert.equal(expectedMs([step('denoise')], LARGE), before);
    steps.push(step('denoise'));
    assert.ok(expectedMs(steps, LARGE) > before);
  });

  it('is known for an input whose size was never stored', () => {
    assert.ok(expectedMs([step('denoise')]) > 0);
  });
});
