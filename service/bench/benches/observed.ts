import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Bench } from '../bench.ts';
import { makeImages, TINY } from '../images.ts';
import { closedLoop, cpuRatioOf, describeRounds, measureInTurns, ratioOf, type Subject } from '../measure.ts';
import { type ServiceOptions, startService } from '../services/service-under-test.ts';

const CALLERS = 16;
const PER_ROUND = 400;
const ROUNDS = 11;
const WARM_UP_ROUNDS = 2;
// Prometheus usually scrapes the metrics every 15 s. This bench scrapes them before every round; a round takes
// a few seconds.
const OPERATIONS_PORT = 29_464;

export const observedBench: Bench = {
  name: 'observed',
  description: '64x64 executions with metrics and a line in the log for each request, and without both',
  run: async ({ folder, effort, atTheEnd }) => {
    const open = async (name: string, options: Omit<ServiceOptions, 'folder'>): Promise<Subject> => {
      const own = join(folder, name.replaceAll(' ', '-'));
      await mkdir(own);
      const service = await startService({ folder: own, silent: true, ...options });
      atTheEnd(service.stop);
      const images = await makeImages(join(own, 'images'), TINY, PER_ROUND);
      const hashes = await service.client.upload(images);
      const workflow = service.workflow('Pass-through');
      return {
        name,
        work: closedLoop(CALLERS, async (item) => {
          const id = await service.client.create(workflow, hashes[item % hashes.length]!);
          await service.client.untilCompleted(id);
        }),
      };
    };
    // Both services run from the source, because the metrics can be replaced only there, not in the bundle.
    const observed = await open('observed', {
      main: join(import.meta.dirname, '../../src/main.ts'),
      settings: { DARKROOM_LOG_LEVEL: 'info', DARKROOM_OPERATIONS_PORT: String(OPERATIONS_PORT) },
    });
    const unobserved = await open('unobserved', {
      main: join(import.meta.dirname, '../services/service-without-metrics.ts'),
      settings: { DARKROOM_LOG_LEVEL: 'error' },
    });
    const rounds = await measureInTurns({
      subjects: [observed, unobserved],
      rounds: ROUNDS,
      itemsPerRound: PER_ROUND * effort,
      warmUpRounds: WARM_UP_ROUNDS,
      edge: CALLERS,
      beforeRound: async () => {
        await (await fetch(`http://127.0.0.1:${OPERATIONS_PORT}/metrics`)).text();
      },
    });
    return [
      {
        what: '64x64, create to COMPLETED: with metrics and a log of all requests / without both',
        darkroom: describeRounds(rounds, 'observed'),
        reference: describeRounds(rounds, 'unobserved'),
        value: ratioOf(rounds, 'observed', 'unobserved'),
        byCpu: cpuRatioOf(rounds, 'observed', 'unobserved'),
        unit: '',
        target: { atLeast: 0.98 },
      },
    ];
  },
};
