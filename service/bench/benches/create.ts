import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Bench } from '../bench.ts';
import { openExecutionClient } from '../clients/execution-client.ts';
import { makeImages, TINY } from '../images.ts';
import { closedLoop, cpuRatioOf, describeRounds, measureInTurns, ratioOf } from '../measure.ts';
import { API_KEY, startService } from '../services/service-under-test.ts';

const CALLERS = [8, 32, 128];
const MOST_CONNECTIONS = 32;
const PER_ROUND = 6_000;
const ROUNDS = 9;
// A real service runs for days with compiled code. Until the code is compiled, each request takes twice the
// time, so the warm-up is long.
const WARM_UP_ROUNDS = 3;

/** Measures creates with the API process alone: no lane runs, and executions stay queued. */
export const createBench: Bench = {
  name: 'create',
  description: 'create requests per second beside a bare Fastify route with one durable insert',
  run: async ({ folder, effort, atTheEnd }) => {
    const service = await startService({ folder, role: 'api' });
    atTheEnd(service.stop);
    const images = await makeImages(join(folder, 'images'), TINY, PER_ROUND);
    const hashes = await service.client.upload(images);
    const workflow = service.workflow('Pass-through');

    const route = fork(join(import.meta.dirname, '../references/bare-insert-route.ts'), [
      service.databaseUrl,
      String(MOST_CONNECTIONS),
    ]);
    atTheEnd(() => route.disconnect());
    const [origin] = (await once(route, 'message')) as [string];
    const rows: Awaited<ReturnType<Bench['run']>> = [];
    for (const callers of CALLERS) {
      const darkroom = openExecutionClient(service.origin, API_KEY, callers);
      atTheEnd(darkroom.caller.close);
      const bare = openExecutionClient(origin, 'none', callers);
      atTheEnd(bare.caller.close);
      const creating = (client: typeof bare) =>
        closedLoop(callers, async (item) => {
          await client.create(workflow, hashes[item % hashes.length]!);
        });
      const rounds = await measureInTurns({
        subjects: [
          { name: 'Darkroom', work: creating(darkroom) },
          { name: 'bare route', work: creating(bare) },
        ],
        rounds: ROUNDS,
        itemsPerRound: PER_ROUND * effort,
        warmUpRounds: WARM_UP_ROUNDS,
        edge: callers,
      });
      rows.push({
        what: `create (JSON, known hash, one organization), ${callers} callers / bare Fastify route with one durable insert`,
        darkroom: describeRounds(rounds, 'Darkroom'),
        reference: describeRounds(rounds, 'bare route'),
        value: ratioOf(rounds, 'Darkroom', 'bare route'),
        byCpu: cpuRatioOf(rounds, 'Darkroom', 'bare route'),
        unit: '',
        ...(callers === 32 && { target: { atLeast: 1.2 } }),
      });
    }
    return rows;
  },
};
