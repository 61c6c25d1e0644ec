import { join } from 'node:path';
import type { Bench } from '../bench.ts';
import { median, progress } from '../measure.ts';
import { endService, launch, MAIN } from '../services/service-under-test.ts';

const REPEATS = 3;

export const startBench: Bench = {
  name: 'start',
  description: 'seconds from start to ready, the first time and later',
  run: async ({ folder }) => {
    const first: number[] = [];
    const later: number[] = [];
    for (let repeat = 0; repeat < REPEATS; repeat++) {
      const settings = { DARKROOM_DATA_DIR: join(folder, `data-${repeat}`) };
      for (const times of [first, later]) {
        const startedAt = performance.now();
        const { process } = await launch([MAIN, 'start'], settings);
        times.push((performance.now() - startedAt) / 1000);
        await endService(process);
      }
      progress(`first ${first.at(-1)!.toFixed(2)} s, later ${later.at(-1)!.toFixed(2)} s`);
    }
    const row = (what: string, times: number[], atMost: number) => ({
      what: `start to ready, ${what}`,
      darkroom: times.map((time) => time.toFixed(2)).join(', '),
      reference: '',
      value: median(times),
      unit: 's' as const,
      target: { atMost },
    });
    return [row('first', first, 10), row('later', later, 3)];
  },
};
