import { join } from 'node:path';
import type { Bench } from '../bench.ts';
import { makeImages, TINY } from '../images.ts';
import { closedLoop, cpuRatioOf, describeRounds, measureInTurns, ratioOf } from '../measure.ts';
import { openDurableInserts } from '../references/durable-inserts.ts';
import { startService } from '../services/service-under-test.ts';

const CALLERS = 16;
const PER_ROUND = 3_000;
const ROUNDS = 9;
// A real service runs for days with compiled code. Until the code is compiled, each request takes twice the
// time, so the warm-up is long.
const WARM_UP_ROUNDS = 3;

export const controlPlaneBench: Bench = {
  name: 'control-plane',
  description: 'create to COMPLETED with a lane that does nothing, beside durable inserts',
  run: async ({ folder, effort, atTheEnd }) => {
    const service = await startService({
      folder,
      main: join(import.meta.dirname, '../services/service-with-idle-lanes.ts'),
    });
    atTheEnd(service.stop);
    const images = await makeImages(join(folder, 'images'), TINY, PER_ROUND);
    const hashes = await service.client.upload(images);
    const workflow = service.workflow('Pass-through');
    const inserts = await openDurableInserts(service.databaseUrl, CALLERS);
    atTheEnd(inserts.stop);

    const rounds = await measureInTurns({
      subjects: [
        {
          name: 'Darkroom',
          work: closedLoop(CALLERS, async (item) => {
            const id = await service.client.create(workflow, hashes[item % hashes.length]!);
            await service.client.untilCompleted(id);
          }),
        },
        inserts,
      ],
      rounds: ROUNDS,
      itemsPerRound: PER_ROUND * effort,
      warmUpRounds: WARM_UP_ROUNDS,
      edge: CALLERS,
    });
    return [
      {
        what: `create to COMPLETED with a lane that does nothing, ${CALLERS} callers / durable inserts, ${CALLERS} callers`,
        darkroom: describeRounds(rounds, 'Darkroom'),
        reference: describeRounds(rounds, inserts.name),
        value: ratioOf(rounds, 'Darkroom', inserts.name),
        byCpu: cpuRatioOf(rounds, 'Darkroom', inserts.name),
        unit: '',
        target: { atLeast: 0.12 },
      },
    ];
  },
};
