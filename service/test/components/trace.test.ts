import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { sharp } from '../../src/components/files/sharp-setup.ts';
import { onPixels } from '../../src/components/files/working-image.ts';
import { applySteps } from '../../src/components/steps/apply-steps.ts';
import { previewSteps } from '../../src/components/steps/preview-steps.ts';
import { openTraceRecorder } from '../../src/components/steps/trace-recorder.ts';
import { AT_INPUT, type StepsTrace, type StepTrace } from '../../src/domain/executions/trace.ts';
import type { Step } from '../../src/domain/workflows/workflow.ts';
import { LIMITS, noisy, openFolder, plain } from './sample-images.ts';

const folder = openFolder();
const step = (id: string, component: string, params = {}, when?: Step['when']): Step => ({
  ...{ id, component, params },
  ...(when && { when }),
});

const run = async (
  image: Buffer,
  steps: Step[],
  others: Record<string, Buffer> = {},
): Promise<{ trace: StepsTrace; error: unknown }> => {
  const recorder = openTraceRecorder();
  const inputs = Object.fromEntries(
    Object.entries({ ...others, default: image }).map(([name, bytes]) => [name, folder.file(bytes)]),
  ) as { default: string };
  const job = { steps, inputs, output: folder.file(), limits: LIMITS };
  return applySteps(job, undefined, recorder).then(
    () => ({ trace: recorder.read(), error: undefined }),
    (error) => ({ trace: recorder.readFailed(), error }),
  );
};

/** The trace of a step without what differs from run to run, and without the transform, which has its own test. */
const shapeOf = ({ ms, memoryBytes, transform, ...rest }: StepTrace) => ({
  ...rest,
  timed: ms !== undefined,
});
const joined = (joinedWith: number) => ({ joinedWith, timed: false });

const jpeg = await noisy(200, 100).jpeg().toBuffer();

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

describe('the trace', () => {
  it('keeps no reference to pixels', async () => {
    const recorder = openTraceRecorder();
    recorder.restart();
    const see = (): WeakRef<Uint8Array> => {
      const data = new Uint8Array(300);
      recorder.reached(onPixels({ format: 'jpeg' }, { width: 10, height: 10, channels: 3, data }));
      return new WeakRef(data);
    };
    const seen = see();
    // A weak reference keeps its target alive until the current task of the event loop ends, so the test waits
    // for the next task.
    await new Promise(setImmediate);
    collectGarbage();
    assert.equal(seen.deref(), undefined);
    assert.equal(recorder.read().input.width, 10);
  });

  it('has the duration of steps that run as one pipeline at the last of them', async () => {
    const steps = [
      step('a', 'resize', { width: 100 }),
      step('b', 'sharpen'),
      step('c', 'convert', { format: 'png' }),
    ];
    const { trace } = await run(jpeg, steps);
    assert.deepEqual([trace.input, ...trace.steps].map(shapeOf), [
      joined(2),
      joined(2),
      joined(2),
      { width: 100, height: 50, timed: true },
    ]);
  });

  it('counts the writing of the file as part of the last step when no step encodes it', async () => {
    const { trace } = await run(jpeg, [step('a', 'resize', { width: 100 })]);
    assert.deepEqual(shapeOf(trace.steps[0]!), { width: 100, height: 50, timed: true });
    const { trace: bare } = await run(jpeg, []);
    assert.deepEqual(shapeOf(bare.input), { width: 200, height: 100, timed: true });
  });

  it('shows the encoding step at its position, although it runs last', async () => {
    const { trace } = await run(jpeg, [
      step('a', 'convert', { format: 'webp' }),
      step('b', 'resize', { width: 100 }),
    ]);
    assert.deepEqual(trace.steps.map(shapeOf), [{ width: 100, height: 50, timed: true }, joined(0)]);
  });

  it('joins metadata with the encoding of the file', async () => {
    const { trace } = await run(jpeg, [step('a', 'metadata'), step('b', 'convert', { format: 'jpeg' })]);
    assert.deepEqual(trace.steps.map(shapeOf), [joined(1), { width: 200, height: 100, timed: true }]);
    const { trace: alone } = await run(jpeg, [step('a', 'metadata')]);
    assert.deepEqual(alone.steps.map(shapeOf), [{ width: 200, height: 100, timed: true }]);
  });

  it('has the size after each step that needs its pixels', async () => {
    const steps = [
      step('a', 'resize', { width: 100 }),
      step('b', 'grayscale'),
      step('c', 'resize', { width: 50 }),
    ];
    const { trace } = await run(jpeg, steps);
    assert.deepEqual(trace.steps.map(shapeOf), [
      { width: 100, height: 50, timed: true },
      { width: 100, height: 50, timed: true },
      { width: 50, height: 25, timed: true },
    ]);
    assert.deepEqual(shapeOf(trace.input), joined(0));
  });

  it('has the confidence of a step at that step', async () => {
    const object = { create: { width: 60, height: 60, channels: 3, background: '#a02020' } } as const;
    const product = await plain(200, 150, [240, 240, 240])
      .composite([{ input: object }])
      .png()
      .toBuffer();
    const steps = [step('a', 'resize', { width: 200 }), step('b', 'remove-background', { method: 'studio' })];
    const { trace } = await run(product, steps);
    assert.equal(trace.steps[0]?.confidence, undefined);
    assert.ok(trace.steps[1]!.confidence! > 0.5);
  });

  it('warns when only a part of the file is used', async () => {
    const deep = await sharp(await noisy(20, 20).png().toBuffer())
      .toColourspace('rgb16')
      .png()
      .toBuffer();
    const { trace } = await run(deep, []);
    assert.match(trace.input.warnings?.join() ?? '', /more than 8 bits/);
  });

  it('warns of a step that enlarges the image more than 1.5 times, also when it is joined with others', async () => {
    const large = (times: number): [string, Step][] => [
      ['resize', step('big', 'resize', { width: 200 * times, enlarge: true })],
      [
        'resize to fill',
        step('big', 'resize', { width: 200 * times, height: 100, fit: 'fill', enlarge: true }),
      ],
      ['canvas', step('big', 'canvas', { width: 200 * times, height: 800, margin: 0, enlarge: true })],
    ];
    const warningsOf = async (enlarging: Step) => {
      const { trace } = await run(jpeg, [step('warm', 'adjust'), enlarging, step('file', 'convert')]);
      return trace.steps[1]?.warnings ?? [];
    };
    for (const [name, enlarging] of large(2))
      assert.match(
        (await warningsOf(enlarging)).join(),
        /^The image was enlarged 2\.0 times and may look soft/,
        name,
      );
    for (const [name, enlarging] of large(1.5)) assert.deepEqual(await warningsOf(enlarging), [], name);
    const smaller = step('small', 'canvas', { width: 900, height: 900, background: '#ffffff' });
    assert.deepEqual(await warningsOf(smaller), []);
    assert.deepEqual(await warningsOf(step('up', 'upscale', { factor: 2 })), [], 'upscale is for enlarging');
  });

  it('of a preview marks only steps with a missing input as missing_input', async () => {
    const recorder = openTraceRecorder();
    const job = {
      steps: [step('check', 'assert', { minWidth: 5000 }), step('logo', 'overlay')],
      inputs: { default: folder.file(jpeg) },
      output: folder.file(),
      limits: LIMITS,
    };
    await previewSteps(job, { longestSide: 64, finished: false }, {}, recorder);
    assert.deepEqual(recorder.read().steps, [{}, { skipped: 'missing_input' }]);
  });

  it('stops at the step that failed', async () => {
    const steps = [step('a', 'grayscale'), step('b', 'assert', { minWidth: 5000 }), step('c', 'grayscale')];
    const { trace, error } = await run(jpeg, steps);
    assert.ok(error);
    assert.deepEqual([trace.failed, trace.steps.length], [1, 2]);
  });

  it('attributes a failed check of the finished file to the step that asked for it', async () => {
    const { trace } = await run(jpeg, [step('a', 'assert', { maxBytes: 10 }), step('b', 'convert')]);
    assert.equal(trace.failed, 0);
  });

  it('attributes a broken main input to the input, also when it is found late', async () => {
    const broken = jpeg.subarray(0, jpeg.length / 2);
    for (const steps of [[], [step('a', 'resize', { width: 10 })], [step('a', 'blur', {}, { minWidth: 5 })]])
      assert.equal((await run(broken, steps)).trace.failed, AT_INPUT);
  });

  it('attributes a broken other input to the step that opened it', async () => {
    const steps = [step('a', 'grayscale'), step('b', 'overlay', { input: '1' })];
    const { trace, error } = await run(jpeg, steps, { '1': jpeg.subarray(0, jpeg.length / 2) });
    assert.match(String(error), /input 1/);
    assert.equal(trace.failed, 1);
  });
});
