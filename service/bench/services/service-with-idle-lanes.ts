import { readConfig } from '../../src/config.ts';
import type { OrganizationId } from '../../src/domain/ids.ts';
import { seed } from '../../src/operations/installation/seed.ts';
import { CHANNELS, channelOf } from '../../src/postgres/connection/channels.ts';
import { readEnded } from '../../src/postgres/executions/cancel.ts';
import { SUM_UP_COUNTS } from '../../src/postgres/executions/counts.ts';
import { firstStartIn } from '../../src/postgres/people/users.ts';
import { workQueueIn } from '../../src/postgres/work-queue/work-queue.ts';
import { holdLease } from '../../src/postgres/workers/hold-lease.ts';
import { openReusing } from '../../src/programs/serving/caches/reusing.ts';
import { openFoundation } from '../../src/programs/serving/foundation.ts';
import { letHeapGrow } from '../../src/programs/serving/let-heap-grow.ts';
import { serveApi } from '../../src/programs/serving/serve-api.ts';
import { openLanePool } from '../../src/worker/lanes/lane-pool.ts';
import { startWorker } from '../../src/worker/queue/worker.ts';
import { idleLane } from './idle-lane.ts';

/** Starts the service with lanes that do nothing, so that only the control plane is measured. */

letHeapGrow();
const config = readConfig(process.env);
const foundation = await openFoundation(config);
const { database } = foundation;
await seed({ firstStart: firstStartIn(database) }, config);

const lease = await holdLease(database, config.leaseMs);
const reusing = await openReusing(foundation);
const worker = startWorker({
  ...foundation,
  ...reusing.ports,
  queue: workQueueIn(database),
  pool: openLanePool(Array.from({ length: config.lanes }, idleLane)),
  worker: lease.worker,
  mayTakeOver: lease.isSteady,
  onUnusable: () => {},
});
await lease.listen(
  {
    [channelOf('queue', lease.number)]: (organizationId) => worker.wake(organizationId as OrganizationId),
    [CHANNELS.ended]: (message) => worker.abortEnded(...readEnded(message)),
  },
  () => worker.wake(),
);
const chore = setInterval(() => database.run(SUM_UP_COUNTS, []), 5_000);
const api = await serveApi(foundation, worker);
console.log(`Darkroom is ready at ${api.address}`);

process.once('SIGTERM', async () => {
  clearInterval(chore);
  reusing.close();
  await api.close();
  await worker.stop(0);
  await lease.end();
  await foundation.close();
});
