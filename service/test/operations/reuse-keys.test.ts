import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Step } from '../../src/domain/workflows/workflow.ts';
import { reuseKeys } from '../../src/operations/executions/running/reuse-keys.ts';
import type { Claim } from '../../src/ports/executions.ts';

const STEPS: Step[] = [
  { id: 'cut', component: 'remove-background', params: { method: 'studio', shadows: false } },
  { id: 'fit', component: 'canvas', params: { width: 800, height: 800 } },
];
const claim = (changes: Partial<Claim> = {}): Claim =>
  ({
    organizationId: 'one',
    inputs: { default: { contentHash: 'aa', name: 'a.jpg' }, '1': { contentHash: 'bb', name: 'b.jpg' } },
    ...changes,
  }) as unknown as Claim;
const keys = (of = claim(), steps = STEPS, codeVersion = 'one') => reuseKeys(codeVersion, of, steps);

describe('the cache keys of results and intermediate images', () => {
  it('follow from the images and steps, whatever the order of keys, the step ids and the file names', () => {
    const written = claim({
      inputs: { '1': { contentHash: 'bb', name: 'x.jpg' }, default: { contentHash: 'aa', name: 'y.jpg' } },
    } as unknown as Partial<Claim>);
    const [cut, fit] = STEPS as [Step, Step];
    const steps = [
      { ...cut, id: 'other', params: { shadows: false, method: 'studio' } },
      { ...fit, params: { height: 800, width: 800 } },
    ];
    assert.deepEqual(keys(written, steps), keys());
  });

  it('differ for another organization, code version or image', () => {
    const swapped = { default: { contentHash: 'bb' }, '1': { contentHash: 'aa' } };
    const others = [
      keys(claim({ organizationId: 'two' } as unknown as Partial<Claim>)),
      keys(claim(), STEPS, 'another'),
      keys(claim({ inputs: swapped } as unknown as Partial<Claim>)),
    ];
    const all = [keys(), ...others].flatMap(({ afterSteps, result }) => [...afterSteps, result]);
    assert.equal(new Set(all).size, all.length);
  });

  it('stay the same up to the step that was changed', () => {
    const [cut, fit] = STEPS as [Step, Step];
    for (const changed of [
      { ...fit, params: { width: 900, height: 800 } },
      { ...fit, when: { minWidth: 100 } } as Step,
      { ...fit, component: 'resize' },
    ]) {
      const now = keys(claim(), [cut, changed]);
      assert.equal(now.afterSteps[0], keys().afterSteps[0]);
      assert.notEqual(now.afterSteps[1], keys().afterSteps[1]);
      assert.notEqual(now.result, keys().result);
    }
  });
});
