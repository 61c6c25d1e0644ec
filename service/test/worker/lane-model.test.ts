import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { sharp } from '../../src/components/files/sharp-setup.ts';
import { SHIPPED_MODEL } from '../../src/matting/model/model-declaration.ts';
import { openLane } from '../../src/worker/lanes/lane.ts';
import { openModelOnDemand } from '../../src/worker/models/model-on-demand.ts';
import { LIMITS, openFolder, SAMPLES } from '../components/sample-images.ts';

const GiB = 1024 ** 3;
const model = openModelOnDemand({
  declaration: SHIPPED_MODEL,
  threads: 1,
  deadlineMs: 120_000,
  memoryBytes: 4 * GiB,
});
const limits = { deadlineMs: 120_000, memoryBytes: 4 * GiB, jobsBeforeRecycle: 1000 };
const lane = openLane({ ...limits, model });
const alone = openLane(limits);
const folder = openFolder();
let image = '';
before(async () => {
  image = folder.file(await sharp(join(SAMPLES, 'stoneware.jpg')).resize(200).png().toBuffer());
});
after(() => Promise.all([lane.close(), alone.close(), model.close()]));

const cutOut = async (where: typeof lane, method: string) => {
  const output = folder.file();
  const steps = [{ id: 'cut', component: 'remove-background', params: { method } }];
  const job = { steps, inputs: { default: image }, output, limits: LIMITS };
  const { confidence } = await where.apply(job, new AbortController().signal);
  const { data, info } = await sharp(output).raw().toBuffer({ resolveWithObject: true });
  const alphaAt = (x: number, y: number) =>
    data[(Math.round(y * info.height) * info.width + Math.round(x * info.width)) * 4 + 3];
  return { confidence: confidence ?? assert.fail('no confidence'), alphaAt };
};

test('a step in a lane asks the model in its own process and reports its confidence', async () => {
  const { confidence, alphaAt } = await cutOut(lane, 'auto');
  assert.equal(alphaAt(0.02, 0.02), 0);
  assert.equal(alphaAt(0.45, 0.5), 255);
  assert.ok(confidence > 0.5, `confidence ${confidence}`);
});

test('without a model, auto works by colours alone and has a lower confidence', async () => {
  const [auto, studio] = [await cutOut(alone, 'auto'), await cutOut(alone, 'studio')];
  assert.equal(auto.alphaAt(0.02, 0.02), 0);
  assert.ok(auto.confidence < studio.confidence);
});

test('without a model the method model fails with a sentence that tells what to do', async () => {
  await assert.rejects(cutOut(alone, 'model'), /no model is configured, choose the method studio/);
});
