import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Bench } from '../bench.ts';
import { openExecutionClient } from '../clients/execution-client.ts';
import { makeImages, TINY } from '../images.ts';
import { percentile } from '../measure.ts';
import { startPeerGlue } from '../peer-glue/start-peer-glue.ts';
import { LANES, startService } from '../services/service-under-test.ts';

const WARM_UP = 100;
const MEASURED = 300;
const PAUSE_MS = 30;

/**
 * Measures one image at a time, alternating between Darkroom's status stream, its blocking result, and the
 * result of the glue (a service built by hand from Fastify, BullMQ and Redis).
 */
export const idleBench: Bench = {
  name: 'idle',
  description: 'create to COMPLETED and to the result, one image at a time, compared with the glue',
  run: async ({ folder, atTheEnd }) => {
    const images = await makeImages(join(folder, 'images'), TINY, 2 * (WARM_UP + MEASURED));
    const service = await startService({ folder: join(folder, 'darkroom') });
    atTheEnd(service.stop);
    const darkroom = service.client;
    const workflow = service.workflow('Pass-through');
    const hashes = await darkroom.upload(images);

    await mkdir(join(folder, 'glue'));
    const peer = await startPeerGlue(join(folder, 'glue'), LANES);
    atTheEnd(peer.stop);
    const glue = openExecutionClient(peer.origin, peer.apiKey, 4);
    atTheEnd(glue.caller.close);
    await glue.upload(images.slice(0, WARM_UP + MEASURED));

    const took = { completed: [] as number[], result: [] as number[], glue: [] as number[] };
    const timed = async (times: number[], work: () => Promise<unknown>) => {
      await pause(PAUSE_MS);
      const startedAt = performance.now();
      await work();
      times.push(performance.now() - startedAt);
    };
    for (let item = 0; item < WARM_UP + MEASURED; item++) {
      const [one, other] = [hashes[2 * item]!, hashes[2 * item + 1]!];
      await timed(took.completed, async () => darkroom.untilCompleted(await darkroom.create(workflow, one)));
      await timed(took.result, async () => darkroom.result(await darkroom.create(workflow, other)));
      await timed(took.glue, async () => glue.result(await glue.create('passThrough', hashes[item]!)));
    }
    const p = (times: number[], share: number) => percentile(times.slice(WARM_UP), share);
    const described = (times: number[]) =>
      `${p(times, 0.5).toFixed(1)} ms, p95 ${p(times, 0.95).toFixed(1)} ms`;
    return [
      {
        what: 'idle: create to COMPLETED for a 64x64 image, p50',
        darkroom: described(took.completed),
        reference: '',
        value: p(took.completed, 0.5),
        unit: 'ms',
        target: { atMost: 15 },
      },
      {
        what: 'idle: create to result for a 64x64 image, p50: Fastify + BullMQ + Redis / Darkroom',
        darkroom: described(took.result),
        reference: described(took.glue),
        value: p(took.glue, 0.5) / p(took.result, 0.5),
        unit: '',
        target: { atLeast: 1 },
      },
    ];
  },
};
