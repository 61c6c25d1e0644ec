import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { type LaneOptions, openLane } from '../../src/worker/lanes/lane.ts';
import { LIMITS, noisy, openFolder } from '../components/sample-images.ts';

const MEGABYTE = 1_000_000;
/** The most megabytes that a lane may hold before its first image. */
const IDLE_MEGABYTES = 118;

const folder = openFolder();

const open = (options: Partial<LaneOptions> = {}) => {
  const lane = openLane({ deadlineMs: 60_000, memoryBytes: 1e9, jobsBeforeRecycle: 100, ...options });
  after(() => lane.close());
  return (component: string, params: Record<string, unknown>, inputs: { default: string }) =>
    lane.apply(
      { steps: [{ id: 'step', component, params }], inputs, output: folder.file(), limits: LIMITS },
      AbortSignal.timeout(60_000),
    );
};

describe('a lane', () => {
  it('stays under 350 MB with 12 megapixels, also when the result shows two of them', async () => {
    const photo = folder.file(await noisy(500, 375).resize(4000, 3000).jpeg({ quality: 60 }).toBuffer());
    const apply = open({ memoryBytes: (350 - IDLE_MEGABYTES) * MEGABYTE });
    const inputs = { default: photo, 1: photo };
    const { width, height } = await apply('compare', { input: '1' }, inputs);
    assert.deepEqual([width, height], [8030, 3000]);
  });
});
