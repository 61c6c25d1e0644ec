import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Bench } from '../bench.ts';
import { percentile } from '../measure.ts';
import { makePictures, TINY } from '../pictures.ts';
import { startService } from '../service-under-test.ts';

const WARM_UP = 100;
const MEASURED = 300;
const PAUSE_MS = 30;

export const idleBench: Bench = {
  name: 'idle',
  sentence: 'create to COMPLETED for one picture at a time',
  run: async ({ folder, endLater }) => {
    const service = await startService({ folder });
    endLater(service.stop);
    const { client } = service;
    const hashes = await client.upload(
      await makePictures(join(folder, 'pictures'), TINY, WARM_UP + MEASURED),
    );
    const workflow = service.workflow('Pass-through');
    const tookMs: number[] = [];
    for (const hash of hashes) {
      await pause(PAUSE_MS);
      const startedAt = performance.now();
      await client.untilCompleted(await client.create(workflow, hash));
      tookMs.push(performance.now() - startedAt);
    }
    const measured = tookMs.slice(WARM_UP);
    const p95 = percentile(measured, 0.95);
    return [
      {
        what: 'idle: create to COMPLETED for a 64x64 image, p50',
        darkroom: `p95 ${p95.toFixed(1)} ms`,
        reference: '',
        value: percentile(measured, 0.5),
        unit: 'ms',
        target: { atMost: 15 },
      },
    ];
  },
};
