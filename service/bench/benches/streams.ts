import { readFile } from 'node:fs/promises';
import { type ClientRequest, request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Bench } from '../bench.ts';
import { collectGarbage } from '../collect-garbage.ts';
import { makeImages, TINY } from '../images.ts';
import { closedLoop, progress } from '../measure.ts';
import { API_KEY, startService } from '../services/service-under-test.ts';

const STREAMS = 10_000;
/**
 * Ten streams follow each execution. So few executions are enough, because the memory of a stream is that of
 * its connection.
 */
const EXECUTIONS = 1_000;
/** More than this many at once would not fit into the queue of new connections. */
const OPENED_AT_ONCE = 200;
const WARM_UP_STREAMS = 500;
const SETTLE_MS = 2_000;
const INSPECTOR = '127.0.0.1:0';

export const streamsBench: Bench = {
  name: 'streams',
  description: `memory of ${STREAMS} open status streams`,
  run: async ({ folder, atTheEnd }) => {
    const service = await startService({ folder, nodeOptions: [`--inspect=${INSPECTOR}`] });
    atTheEnd(service.stop);
    const { client } = service;
    const [hash] = await client.upload(await makeImages(join(folder, 'images'), TINY, 1));
    const workflow = await workflowUnderReview(service.client.caller.post);
    const ids: string[] = [];
    await closedLoop(16, async (item) => {
      ids[item] = await client.create(workflow, hash!);
    })(0, EXECUTIONS);
    await untilAllInReview(
      async () =>
        JSON.parse((await client.caller.get('/v2/workflow/execution/?status=IN_QA&limit=0')).toString())
          .total,
    );

    const residentKilobytes = async () => {
      await pause(SETTLE_MS);
      await collectGarbage(service.inspectorUrl!);
      await pause(SETTLE_MS);
      const status = await readFile(`/proc/${service.pid}/status`, 'latin1');
      return (Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)![1]) * 1024) / 1000;
    };

    // Open some streams before the measurement: memory that only the very first streams allocate is not a cost
    // per stream.
    const warmUp = await Promise.all(
      ids.slice(0, WARM_UP_STREAMS).map((id) => openStream(service.origin, id)),
    );
    for (const stream of warmUp) stream.destroy();
    const before = await residentKilobytes();
    const streams: ClientRequest[] = [];
    for (let from = 0; from < STREAMS; from += OPENED_AT_ONCE) {
      const some = Array.from({ length: OPENED_AT_ONCE }, (_, at) => ids[(from + at) % EXECUTIONS]!);
      streams.push(...(await Promise.all(some.map((id) => openStream(service.origin, id)))));
    }
    const after = await residentKilobytes();
    for (const stream of streams) stream.destroy();
    progress(`${before.toFixed(0)} kB before, ${after.toFixed(0)} kB with ${STREAMS} streams`);
    return [
      {
        what: `${STREAMS} open status streams on one process: extra memory of each`,
        darkroom: `${((after - before) / 1000).toFixed(1)} MB in all`,
        reference: '',
        value: (after - before) / STREAMS,
        unit: 'kB',
        target: { atMost: 20 },
      },
    ];
  },
};

/** Creates a workflow whose executions end in IN_QA, where status streams stay open until a reviewer decides. */
const workflowUnderReview = async (post: (path: string, body: string, type: string) => Promise<string>) => {
  const workflow = { name: 'Under review', workflowComponents: [], qa: 'all' };
  return JSON.parse(await post('/v1/workflow', JSON.stringify(workflow), 'application/json')).id as string;
};

const untilAllInReview = async (count: () => Promise<number>): Promise<void> => {
  for (let tries = 0; (await count()) < EXECUTIONS; tries++) {
    if (tries > 600) throw new Error('the executions did not get to IN_QA');
    await pause(100);
  }
};

/** Resolves when the first status has arrived. */
const openStream = (origin: string, id: string): Promise<ClientRequest> =>
  new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${API_KEY}` };
    const call = request(`${origin}/v1/workflow/execution/${id}/status`, { headers, agent: false });
    call.once('response', (response) => response.once('data', () => resolve(call)));
    call.on('error', reject);
    call.end();
  });
