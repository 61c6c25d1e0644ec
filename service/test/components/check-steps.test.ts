import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkInputs, checkSettings, checkSteps } from '../../src/components/steps/check-steps.ts';
import { priceOf } from '../../src/components/steps/price-of.ts';
import { Refusal } from '../../src/domain/errors.ts';
import type { Step, StepCondition, WorkflowInputs } from '../../src/domain/workflows/workflow.ts';

const ONE_INPUT: WorkflowInputs = { default: { required: true, description: '' } };
const TWO_INPUTS: WorkflowInputs = { ...ONE_INPUT, 1: { required: false, description: 'A logo.' } };

const step = (component: string, params: Record<string, unknown> = {}, id = component): Step => ({
  id,
  component,
  params,
});

const refusalOf = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    assert.ok(error instanceof Refusal, String(error));
    assert.equal(error.code, 'malformed');
    return error.message;
  }
  throw new Error('nothing was refused');
};

describe('the steps of a workflow', () => {
  it('get the defaults of their parameters', () => {
    const [resize] = checkSteps([step('resize', { width: 800 })], ONE_INPUT);
    assert.deepEqual(resize, {
      id: 'resize',
      component: 'resize',
      params: {
        width: 800,
        height: 0,
        fit: 'inside',
        position: 'center',
        background: '',
        enlarge: false,
        kernel: 'lanczos3',
      },
    });
  });

  it('may give a minimum without a maximum, and a transparent background in formats that have transparency', () => {
    checkSteps([step('assert', { minWidth: 800 })], ONE_INPUT);
    checkSteps([step('convert', { format: 'webp', background: '#00000000' })], ONE_INPUT);
  });

  it('keep their conditions', () => {
    const when = { minWidth: 100, hasAlpha: false, format: 'jpeg' };
    assert.deepEqual(checkSteps([{ ...step('sharpen'), when }], ONE_INPUT)[0]?.when, when);
  });

  it('keep the names of their outputs', () => {
    const steps = [{ ...step('resize', { width: 80 }), output: 'small-80' }, step('convert')];
    assert.deepEqual(
      checkSteps(steps, ONE_INPUT).map(({ output }) => output),
      ['small-80', undefined],
    );
  });

  const named = (...outputs: string[]): Step[] =>
    outputs.map((output, index) => ({ ...step('sharpen', {}, `s${index}`), output }));

  it('may have ten outputs', () => {
    assert.equal(checkSteps(named(...'abcdefghij'), ONE_INPUT).length, 10);
  });

  const wrong: [rule: string, steps: Step[], message: RegExp][] = [
    [
      'an output with a capital',
      named('Square'),
      /^workflowComponents\[0\]\.output must have 1 to 40 lower-case/,
    ],
    [
      'an output with 41 letters',
      named('a'.repeat(41)),
      /^workflowComponents\[0\]\.output must have 1 to 40/,
    ],
    [
      'an output with the name of the result',
      named('default'),
      /^workflowComponents\[0\]\.output must not be default/,
    ],
    ['two outputs of one name', named('a', 'b', 'a'), /^workflowComponents\[2\]\.output must be different/],
    [
      'more than ten outputs',
      named(...'abcdefghijk'),
      /^workflowComponents\[10\]\.output: a workflow may have at most 10/,
    ],
    [
      'an unknown component',
      [step('sharpen'), step('paint')],
      /^workflowComponents\[1\]\.component must be one of remove-background, /,
    ],
    [
      'an unknown parameter',
      [step('sharpen', { amount: 3 })],
      /^workflowComponents\[0\]\.params\.amount is not a parameter of sharpen, which has the parameters method, /,
    ],
    [
      'a parameter outside its range',
      [step('convert'), step('resize', { width: 20_000 })],
      /^workflowComponents\[1\]\.params\.width must be a whole number from 0 to 16000\.$/,
    ],
    [
      'a parameter of another type',
      [step('resize', { width: '800' })],
      /^workflowComponents\[0\]\.params\.width must be a whole number from 0 to 16000\.$/,
    ],
    [
      'a part of a parameter',
      [step('curves', { all: [[0, 0, 9]] })],
      /^workflowComponents\[0\]\.params\.all\/0\/2 does not fit: Points \[before, after\] from 0 to 255/,
    ],
    [
      'a value that is not offered',
      [step('convert', { format: 'gif' })],
      /^workflowComponents\[0\]\.params\.format must be one of jpeg, png, webp, avif, tiff\.$/,
    ],
    [
      'a colour that is none',
      [step('canvas', { background: 'white' })],
      /^workflowComponents\[0\]\.params\.background must look like #ffffff, /,
    ],
    [
      'a resize without a size',
      [step('resize')],
      /^workflowComponents\[0\]\.params: width or height must be given\.$/,
    ],
    [
      'a margin that leaves no room',
      [step('canvas', { width: 100, margin: 50 })],
      /params: margin must be smaller, so that it leaves space for the image\.$/,
    ],
    [
      'bounds that no image can meet',
      [step('assert', { minWidth: 800, maxWidth: 600 })],
      /params: minWidth must not be above maxWidth: no image could pass\.$/,
    ],
    [
      'a watermark of nothing',
      [step('watermark', { text: ' ' })],
      /params: text must not be empty: give a text, or an input to use as the watermark\.$/,
    ],
    [
      'a gray that is black',
      [step('white-balance', { method: 'value', gray: '#000000' })],
      /params: gray must not be black, because black does not show the colour of the light: /,
    ],
    [
      'a transparent background for JPEG',
      [step('convert', { format: 'jpeg', background: '#00000000' })],
      /params: background must be opaque, such as #ffffff: JPEG has no transparency\./,
    ],
    ['an empty id', [step('sharpen', {}, '')], /^workflowComponents\[0\]\.id must have 1 to 64/],
    ['the id input', [step('sharpen', {}, 'input')], /^workflowComponents\[0\]\.id must not be input/],
    [
      'an id twice',
      [step('sharpen'), step('resize', { width: 1 }, 'sharpen')],
      /^workflowComponents\[1\]\.id must be different/,
    ],
    [
      'an input that is not declared',
      [step('overlay', { input: '1' })],
      /^workflowComponents\[0\]\.params\.input must be an input of the workflow; 1 is not declared\.$/,
    ],
    [
      'an unknown condition',
      [{ ...step('sharpen'), when: { dark: true } as StepCondition }],
      /^workflowComponents\[0\]\.when\.dark is not a known condition/,
    ],
    [
      'a condition of the wrong type',
      [{ ...step('sharpen'), when: { minWidth: '9' } as unknown as StepCondition }],
      /^workflowComponents\[0\]\.when\.minWidth must be a number/,
    ],
    [
      'a condition on an unknown format',
      [{ ...step('sharpen'), when: { format: 'bmp' } }],
      /^workflowComponents\[0\]\.when\.format must be one of jpeg, /,
    ],
    [
      'more than 50 steps',
      Array.from({ length: 51 }, (_, i) => step('sharpen', {}, `s${i}`)),
      /at most 50 steps/,
    ],
  ];
  for (const [rule, steps, message] of wrong)
    it(`are refused with ${rule}`, () =>
      assert.match(
        refusalOf(() => checkSteps(steps, ONE_INPUT)),
        message,
      ));

  it('may use an input that is declared', () => {
    assert.equal(checkSteps([step('overlay')], TWO_INPUTS)[0]?.params['input'], '1');
  });

  it('cost the base price and the credits of their components', () => {
    assert.equal(priceOf([]), 10);
    assert.equal(priceOf([step('resize'), step('sharpen'), step('overlay'), step('convert')]), 13);
  });
});

describe('the inputs of a workflow', () => {
  it('default to one image when they are left out', () => {
    assert.deepEqual(Object.keys(checkInputs(undefined)), ['default']);
  });

  it('are default, 1, 2, ... without gaps', () => {
    const extra = { required: true, description: '' };
    assert.deepEqual(Object.keys(checkInputs({ 2: extra, 1: extra })).sort(), ['1', '2', 'default']);
    assert.match(
      refusalOf(() => checkInputs({ 2: extra })),
      /^inputs\.2 must be named default, or 1, 2, 3/,
    );
    assert.match(
      refusalOf(() => checkInputs({ logo: extra })),
      /^inputs\.logo must be named/,
    );
  });

  it('always include the main image', () => {
    assert.match(
      refusalOf(() => checkInputs({ default: { required: false, description: '' } })),
      /^inputs\.default\.required must be true/,
    );
  });
});

describe('settings', () => {
  const steps = checkSteps(
    [step('resize', { width: 800 }, 'small'), step('overlay', {}, 'logo')],
    TWO_INPUTS,
  );

  it('may change a parameter of a step', () => {
    checkSettings({ small: { width: 400 } }, steps, TWO_INPUTS);
  });

  it('that name no step have no effect', () => {
    checkSettings({ large: { width: -1 }, constructor: { x: 1 } }, steps, TWO_INPUTS);
  });

  it('are refused with an unknown parameter', () => {
    assert.match(
      refusalOf(() => checkSettings({ small: { size: 1 } }, steps, TWO_INPUTS)),
      /^settings\.small\.size is not a parameter of resize/,
    );
  });

  it('are refused with a value outside its schema', () => {
    assert.match(
      refusalOf(() => checkSettings({ small: { width: 1.5 } }, steps, TWO_INPUTS)),
      /^settings\.small\.width must be a whole number from 0 to 16000/,
    );
  });

  it('are refused when they violate a rule of the step as a whole', () => {
    assert.match(
      refusalOf(() => checkSettings({ small: { width: 0 } }, steps, TWO_INPUTS)),
      /^settings\.small: width or height must be given/,
    );
  });

  it('are refused with an input that is not declared', () => {
    assert.match(
      refusalOf(() => checkSettings({ logo: { input: '2' } }, steps, TWO_INPUTS)),
      /^settings\.logo\.input must be an input of the workflow/,
    );
  });
});
