import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Bench } from '../bench.ts';
import { openExecutionClient } from '../execution-client.ts';
import { makeImages, TINY } from '../images.ts';
import { closedLoop, cpuRatioOf, describeRounds, ratioOf, takeTurns } from '../measure.ts';
import { startService } from '../service-under-test.ts';

const CALLERS = 32;
const PER_ROUND = 6_000;
const ROUNDS = 9;
// A service runs for days. Until its code is compiled, each request takes twice the time, so the warm-up is long.
const WARM_UP_ROUNDS = 3;

/** Measures creates with the API process alone: no lane runs, and executions stay queued. */
export const createBench: Bench = {
  name: 'create',
  sentence: 'create requests per second beside a bare Fastify route with one durable insert',
  run: async ({ folder, effort, endLater }) => {
    const service = await startService({ folder, role: 'api' });
    endLater(service.stop);
    const images = await makeImages(join(folder, 'images'), TINY, PER_ROUND);
    const hashes = await service.client.upload(images);
    const workflow = service.workflow('Pass-through');

    const route = fork(join(import.meta.dirname, '../references/bare-insert-route.ts'), [
      service.databaseUrl,
      String(CALLERS),
    ]);
    endLater(() => route.disconnect());
    const [origin] = (await once(route, 'message')) as [string];
    const bare = openExecutionClient(origin, 'none', CALLERS);
    endLater(bare.caller.close);

    const creating = (client: typeof bare) =>
      closedLoop(CALLERS, async (item) => {
        await client.create(workflow, hashes[item % hashes.length]!);
      });
    const rounds = await takeTurns({
      subjects: [
        { name: 'Darkroom', work: creating(service.client) },
        { name: 'bare route', work: creating(bare) },
      ],
      rounds: ROUNDS,
      itemsPerRound: PER_ROUND * effort,
      warmUpRounds: WARM_UP_ROUNDS,
      edge: CALLERS,
    });
    return [
      {
        what: `create (JSON, known hash, one organization), ${CALLERS} callers / bare Fastify route with one durable insert`,
        darkroom: describeRounds(rounds, 'Darkroom'),
        reference: describeRounds(rounds, 'bare route'),
        value: ratioOf(rounds, 'Darkroom', 'bare route'),
        byCpu: cpuRatioOf(rounds, 'Darkroom', 'bare route'),
        unit: '',
        target: { atLeast: 1.2 },
      },
    ];
  },
};
