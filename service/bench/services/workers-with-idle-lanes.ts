import { readConfig } from '../../src/config.ts';
import { openFoundation } from '../../src/programs/serving/foundation.ts';
import { openWorker } from '../../src/programs/serving/run-worker.ts';
import { idleLane } from './idle-lane.ts';

/**
 * Opens `count` one-lane workers in this process. Each has a database pool, a lease and chores of its own, so to
 * PostgreSQL they look like separate processes.
 */

const [, , count] = process.argv;
// The embedded server has 100 connections for all of them.
const config = { ...readConfig({ ...process.env, DARKROOM_LANES: '1' }), databaseConnections: 3 };
const open = async () => {
  const foundation = await openFoundation(config);
  const worker = await openWorker(
    foundation,
    () => {},
    () => [idleLane()],
  );
  return async () => {
    await worker.close(0);
    await foundation.close();
  };
};
const closing: (() => Promise<void>)[] = [];
for (let opened = 0; opened < Number(count); opened++) closing.push(await open());
console.log('Darkroom is ready at no address');

process.once('SIGTERM', () => Promise.all(closing.map((close) => close())));
