import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { StepModels } from '../../src/components/definition/component.ts';
import { sharp } from '../../src/components/files/sharp-setup.ts';
import { applySteps } from '../../src/components/steps/apply-steps.ts';
import type { Intermediates } from '../../src/components/steps/intermediates.ts';
import { openTraceRecorder } from '../../src/components/steps/trace-recorder.ts';
import { outputsOf, type Step } from '../../src/domain/workflows/workflow.ts';
import { halves, LIMITS, openFolder } from './sample-images.ts';

const folder = openFolder();
const drawn = async (width: number, height: number) =>
  folder.file(await halves(width, height, [200, 40, 30], [30, 60, 200]).png().toBuffer());
const photo = await drawn(640, 400);

const run = async (
  steps: Step[],
  options: { models?: StepModels; intermediates?: Intermediates; input?: string } = {},
) => {
  const outputs = Object.fromEntries(outputsOf(steps).map((name) => [name, folder.file()]));
  const recorder = openTraceRecorder();
  const { models = {}, input = photo, ...more } = options;
  const job = { steps, inputs: { default: input }, output: folder.file(), outputs, limits: LIMITS, ...more };
  const result = await applySteps(job, models, recorder);
  return {
    result,
    trace: recorder.read(),
    files: { ...outputs, default: job.output } as Record<string, string>,
  };
};

const VARIANTS: Step[] = [
  { id: 'fit', component: 'canvas', params: { width: 300, height: 300 } },
  { id: 'file', component: 'convert', params: { format: 'jpeg', quality: 90 }, output: 'square' },
  { id: 'tall', component: 'canvas', params: { width: 200, height: 400 }, output: 'story' },
  { id: 'small', component: 'resize', params: { width: 64 } },
  { id: 'web', component: 'convert', params: { format: 'webp' }, output: 'thumbnail' },
  { id: 'tiny', component: 'resize', params: { width: 16 } },
];

test('a named output is the file that the workflow would make if it ended at that step', async () => {
  const { result, files } = await run(VARIANTS);
  assert.deepEqual(
    result.outputs?.map(({ output, format, width, height }) => [output, format, width, height]),
    [
      ['square', 'jpeg', 300, 300],
      ['story', 'jpeg', 200, 400],
      ['thumbnail', 'webp', 64, 128],
    ],
  );
  assert.deepEqual([result.format, result.width, result.height], ['webp', 16, 32]);
  for (const { output, hash } of result.outputs ?? []) {
    const end = VARIANTS.findIndex((step) => step.output === output);
    const alone = await run(VARIANTS.slice(0, end + 1).map(({ output: _, ...step }) => step));
    assert.equal(hash, alone.result.hash, output);
    assert.deepEqual(readFileSync(files[output]!), readFileSync(alone.files['default']!));
  }
});

test('a JPEG as a named output fills the transparency of its own file only', async () => {
  const { result, files } = await run([
    { id: 'free', component: 'canvas', params: { width: 700, height: 700, background: '#00000000' } },
    { id: 'jpeg', component: 'convert', params: { format: 'jpeg' }, output: 'filled' },
    { id: 'png', component: 'convert', params: { format: 'png' } },
  ]);
  assert.equal(result.outputs?.[0]?.format, 'jpeg');
  const { data } = await sharp(files['default']).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  assert.equal(data[3], 0);
});

test('the named output of the last step is the result', async () => {
  const { result, files } = await run(VARIANTS.slice(0, 2));
  assert.deepEqual(
    result.outputs?.map(({ output, hash }) => [output, hash]),
    [['square', result.hash]],
  );
  assert.deepEqual(readFileSync(files['square']!), readFileSync(files['default']!));
});

test('a step with a condition that does not hold still makes its file', async () => {
  const { result } = await run([
    { id: 'never', component: 'resize', params: { width: 10 }, when: { minWidth: 5000 }, output: 'kept' },
    { id: 'small', component: 'resize', params: { width: 20 } },
  ]);
  assert.deepEqual([result.outputs?.[0]?.width, result.width], [640, 20]);
});

test('the steps in front of the outputs run once', async () => {
  let asked = 0;
  const find = async () => {
    asked += 1;
    return { width: 32, height: 32, data: new Float32Array(32 * 32).map((_, at) => (at % 32 < 16 ? 1 : 0)) };
  };
  await run(
    [
      { id: 'cut', component: 'remove-background', params: {}, output: 'cutout' },
      { id: 'white', component: 'add-background', params: {}, output: 'white' },
      ...VARIANTS,
    ],
    { models: { regions: { size: 32, find } }, input: await drawn(160, 100) },
  );
  assert.equal(asked, 1);
});

test('an encoding that wrote a named output is not reported as superseded, any other is', async () => {
  const { trace } = await run([
    { id: 'one', component: 'convert', params: { format: 'png' } },
    { id: 'two', component: 'convert', params: { format: 'jpeg' }, output: 'kept' },
    { id: 'three', component: 'convert', params: { format: 'webp' } },
  ]);
  assert.deepEqual(
    trace.steps.map(({ skipped }) => skipped),
    ['superseded', undefined, undefined],
  );
  assert.ok(trace.steps[1]?.ms !== undefined);
});

test('a later run with the cached images of the steps makes every file again', async () => {
  const steps: Step[] = [
    { id: 'blur', component: 'denoise', params: {} },
    { id: 'clear', component: 'clarity', params: {}, output: 'clear' },
    { id: 'clean', component: 'denoise', params: {} },
  ];
  const options = {
    input: await drawn(64, 40),
    intermediates: { paths: steps.map(() => folder.file()), worthMs: 0 },
  };
  const [first, second] = [await run(steps, options), await run(steps, options)];
  assert.deepEqual(
    second.trace.steps.map(({ reused }) => reused),
    [true, true, undefined],
  );
  assert.deepEqual(second.result.outputs, first.result.outputs);
  assert.equal((await sharp(second.files['clear']).metadata()).width, 64);
});
