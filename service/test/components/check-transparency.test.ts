import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Example, GOLDEN } from '../../samples/examples.ts';
import { openOtherInputs, openOtherTableInputs, openSample } from '../../samples/open-sample.ts';
import { sharp } from '../../src/components/files/sharp-setup.ts';
import { findComponent } from '../../src/components/registry.ts';
import { applySteps } from '../../src/components/steps/apply-steps.ts';
import { checkSettings, checkSteps } from '../../src/components/steps/check-steps.ts';
import { readParams } from '../../src/components/steps/read-params.ts';
import { Refusal } from '../../src/domain/errors.ts';
import type { Step, StepCondition, WorkflowInputs } from '../../src/domain/workflows/workflow.ts';
import { LIMITS, openFolder } from './sample-images.ts';

const folder = openFolder();
const INPUTS: WorkflowInputs = {
  default: { required: true, description: '' },
  1: { required: true, description: 'A backdrop.' },
  2: { required: false, description: 'Perhaps a backdrop.' },
};

const step = (component: string, params: Record<string, unknown> = {}, when?: StepCondition): Step => ({
  id: component,
  component,
  params,
  ...(when && { when }),
});
const CUT = step('remove-background');
const SHADOW = step('shadow');
const WHITE_CANVAS = step('canvas', { background: '#ffffff' });
const CLEAR_CANVAS = step('canvas', { background: '#00000000' });

const isMalformed = (message: RegExp) => (error: unknown) => {
  assert.ok(error instanceof Refusal && error.code === 'malformed', String(error));
  assert.match(error.message, message);
  return true;
};

describe('a step that needs transparency', () => {
  const impossible: [rule: string, steps: Step[], message: RegExp][] = [
    [
      'after a canvas of an opaque colour',
      [CUT, WHITE_CANVAS, SHADOW],
      /^workflowComponents\[2\] \(shadow\) needs a transparent background, and the step canvas before it always fills the background\. Move shadow before canvas, or make canvas keep the transparency\.$/,
    ],
    [
      'after add-background',
      [CUT, step('add-background'), step('sharpen'), SHADOW],
      /the step add-background/,
    ],
    [
      'after a backdrop that is always given',
      [CUT, step('add-background', { input: '1' }), SHADOW],
      /add-background/,
    ],
    ['after a collage on white', [step('collage', { inputs: ['1'] }), SHADOW], /the step collage/],
  ];
  for (const [rule, steps, message] of impossible)
    it(`is refused ${rule}`, () => assert.throws(() => checkSteps(steps, INPUTS), isMalformed(message)));

  const possible: [rule: string, steps: Step[]][] = [
    ['alone: an image may come in with transparency', [SHADOW]],
    ['after a canvas that is transparent', [CUT, CLEAR_CANVAS, SHADOW]],
    [
      'after a canvas that only some images get',
      [CUT, { ...WHITE_CANVAS, when: { minWidth: 9000 } }, SHADOW],
    ],
    ['only on some images itself', [CUT, WHITE_CANVAS, { ...SHADOW, when: { hasAlpha: true } }]],
    ['after a backdrop that may be left out', [CUT, step('add-background', { input: '2' }), SHADOW]],
    ['after a white canvas and another cut-out', [WHITE_CANVAS, CUT, SHADOW]],
    [
      'after a crop that may open transparent room',
      [WHITE_CANVAS, step('crop-to-subject', { beyond: 'extend', background: '#00000000' }), SHADOW],
    ],
    [
      'after corners that open transparently',
      [WHITE_CANVAS, step('rotate', { angle: 9, background: '#00000000' }), SHADOW],
    ],
  ];
  for (const [rule, steps] of possible)
    it(`is accepted ${rule}`, () => assert.equal(checkSteps(steps, INPUTS).length, steps.length));

  it('is refused when the settings of an execution take the transparency away', () => {
    const steps = checkSteps([CUT, CLEAR_CANVAS, SHADOW], INPUTS);
    checkSettings({ canvas: { background: '#ffffff00' } }, steps, INPUTS);
    assert.throws(
      () => checkSettings({ canvas: { background: '#ffffff' } }, steps, INPUTS),
      isMalformed(/\(shadow\) needs a transparent background, and the step canvas/),
    );
  });
});

describe('the transparency that a component declares', async () => {
  const WIDTH = 120;
  const others: Record<string, string> = {};
  for (const [name, image] of Object.entries(openOtherInputs(WIDTH)))
    others[name] = folder.file(await image.png().toBuffer());
  for (const [name, text] of Object.entries(openOtherTableInputs())) others[name] = folder.file(text);
  const images = {
    opaque: folder.file(await (await openSample('photo', WIDTH)).png().toBuffer()),
    transparent: folder.file(await (await openSample('cutout', WIDTH)).png().toBuffer()),
  };

  const CLEAR = '#00000000';
  const MORE: Record<string, Example> = {
    'resize-clear': {
      component: 'resize',
      params: { width: 90, height: 40, fit: 'contain', background: CLEAR },
    },
    'border-clear': { component: 'border', params: { colour: CLEAR } },
    'collage-clear': {
      component: 'collage',
      params: { inputs: ['1'], cellWidth: 40, cellHeight: 40, background: CLEAR },
    },
    'compare-clear': { component: 'compare', params: { input: '3', background: CLEAR } },
    'crop-extended': { component: 'crop-to-subject', params: { margin: 90, beyond: 'extend' } },
    'straighten-filled': {
      component: 'straighten',
      params: { method: 'value', angle: 5, corners: 'fill', background: '#ffffff' },
    },
  };
  for (const [name, { component: componentName, params }] of Object.entries({ ...GOLDEN, ...MORE })) {
    const component = findComponent(componentName)!;
    if (component.encode || component.annotate) continue;
    it(`is correct for ${name}`, async () => {
      for (const [kind, image] of Object.entries(images)) {
        const before = kind === 'transparent';
        // Without a colour sample, recolour-object changes the part that is not transparent, so it too needs
        // transparency.
        if ((component.needsTransparency || name === 'recolour-object') && !before) continue;
        const output = folder.file();
        const steps = [
          { id: 'step', component: componentName, params },
          { id: 'png', component: 'convert', params: { format: 'png' } },
        ];
        await applySteps({ steps, inputs: { ...others, default: image }, output, limits: LIMITS });
        const { hasAlpha } = await sharp(output).metadata();
        const reading = readParams(component, params);
        assert.ok(!reading.wrong);
        const declared = component.alphaAfter?.(reading.params, before) ?? before;
        assert.ok(declared === 'unknown' || declared === hasAlpha, `${kind}: ${declared}, but ${hasAlpha}`);
      }
    });
  }
});
