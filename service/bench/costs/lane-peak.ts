import { readFileSync } from 'node:fs';
import type { Region } from '../../src/matting/region.ts';
import type { LaneJob } from '../../src/ports/lanes.ts';
import type { FromLane } from '../../src/worker/lanes/lane-messages.ts';
import { startPixelProcess } from '../../src/worker/lanes/pixel-process.ts';
import type { Model } from '../../src/worker/models/model-on-demand.ts';
import { answerModelRequest } from '../../src/worker/models/models-for-lane.ts';

/** The outcome of one job in a new lane: the peak memory of the process, and the result or the error. */
export type LanePeak = { peakBytes: number; resultPixels?: number; failure?: string };

export const lanePeak = async (job: LaneJob, model: Model<Region>): Promise<LanePeak> => {
  const { promise, resolve } = Promise.withResolvers<LanePeak>();
  const hear = (message: FromLane) => {
    if (message.say === 'ready') lane.send({ say: 'apply', id: 1, job });
    if (message.say === 'find') void answerModelRequest(message, { model }).then(lane.send);
    if (message.say === 'done') {
      const { width, height } = message.result;
      resolve({ peakBytes: peakBytesOf(lane.pid), resultPixels: width * height });
    }
    if (message.say === 'failed')
      resolve({ peakBytes: peakBytesOf(lane.pid), failure: message.failure.message });
  };
  const lane = startPixelProcess(hear, (how) => resolve({ peakBytes: 0, failure: how }), {
    models: { regions: { size: model.size } },
  });
  const tooLong = setTimeout(lane.kill, MOST_MS);
  try {
    return await promise;
  } finally {
    clearTimeout(tooLong);
    lane.kill();
  }
};

const MOST_MS = 120_000;

export const peakBytesOf = (pid = 0): number => {
  const [, kilobytes = '0'] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'latin1')) ?? [];
  return Number(kilobytes) * 1024;
};
