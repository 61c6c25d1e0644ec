import { readConfig } from '../../src/config.ts';
import { collectObjects } from '../../src/operations/retention/collect-objects.ts';
import { beginIfDueIn, objectReferencesIn } from '../../src/postgres/retention/object-references.ts';
import { openFoundation } from '../../src/programs/serving/foundation.ts';

/**
 * Collects unreferenced objects as a worker does, between the messages `start` and `stop`. Replies to `stop`
 * with the total number of deleted objects.
 */

const { database, objects } = await openFoundation(readConfig(process.env));
const ports = { objects, references: objectReferencesIn(database), beginIfDue: beginIfDueIn(database) };
let total = 0;
let collecting: { stop: AbortController; done: Promise<void> } | undefined;

process.on('message', async (message: 'start' | 'stop') => {
  if (message === 'start') {
    const stop = new AbortController();
    const done = collectObjects(ports, stop.signal).then((deleted) => {
      total += deleted;
    });
    collecting = { stop, done };
  } else {
    collecting?.stop.abort();
    await collecting?.done;
    process.send?.(total);
  }
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
