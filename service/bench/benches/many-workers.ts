import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Bench } from '../bench.ts';
import { cpuMsOfPostgres } from '../cpu-time.ts';
import { makeImages, TINY } from '../images.ts';
import { closedLoop, median, progress } from '../measure.ts';
import { endService, launch, startService } from '../services/service-under-test.ts';

const MANY = 20;
const CALLERS = 4;
const PER_ROUND = 1_500;
const ROUNDS = 3;
// PostgreSQL plans a statement anew in its first five calls on a connection. Twenty workers have more
// connections than one, so they need more executions to get past these calls.
const WARM_UP = 600;

/** Measures what an execution costs PostgreSQL with one worker, and with twenty of which most are idle. */
export const manyWorkersBench: Bench = {
  name: 'many-workers',
  description: 'the time that PostgreSQL spends on an execution, with 20 one-lane workers and with 1',
  run: async ({ folder, effort, atTheEnd }) => {
    const service = await startService({
      folder,
      role: 'api',
      settings: { DARKROOM_DATABASE_CONNECTIONS: '8' },
    });
    atTheEnd(service.stop);
    const hashes = await service.client.upload(await makeImages(join(folder, 'images'), TINY, 100));
    const workflow = service.workflow('Pass-through');
    const run = closedLoop(CALLERS, async (item) => {
      const id = await service.client.create(workflow, hashes[item % hashes.length]!);
      await service.client.untilCompleted(id);
    });
    const costs = new Map<number, number[]>([
      [1, []],
      [MANY, []],
    ]);
    for (let round = 0; round < ROUNDS; round++)
      for (const [count, all] of costs) {
        const main = join(import.meta.dirname, '../services/workers-with-idle-lanes.ts');
        const workers = await launch([main, String(count)], {
          DARKROOM_DATA_DIR: join(folder, 'data'),
          DATABASE_URL: service.databaseUrl,
        });
        await run(0, WARM_UP);
        // Waits until the chores of the last round, and the cleanup after its workers, are over.
        await pause(1_000);
        const before = cpuMsOfPostgres();
        const startedAt = performance.now();
        const items = PER_ROUND * effort;
        await run(0, items);
        const ms = (cpuMsOfPostgres() - before) / items;
        const perSecond = (1_000 * items) / (performance.now() - startedAt);
        progress(`${count} workers: ${ms.toFixed(2)} ms of PostgreSQL each, ${perSecond.toFixed(0)}/s`);
        all.push(ms);
        await endService(workers.process);
      }
    const [one = 0, many = 0] = [...costs.values()].map(median);
    return [
      {
        what: `PostgreSQL time for an execution, ${CALLERS} callers: ${MANY} one-lane workers / 1`,
        darkroom: `${many.toFixed(2)} ms CPU`,
        reference: `${one.toFixed(2)} ms CPU`,
        value: many / one,
        unit: '',
        target: { atMost: 1.5 },
      },
    ];
  },
};
