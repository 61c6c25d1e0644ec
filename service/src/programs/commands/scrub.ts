import { parseArgs } from 'node:util';
import type { Config } from '../../config.ts';
import { mend } from '../../operations/retention/mend.ts';
import { scrub } from '../../operations/retention/scrub.ts';
import { storedObjectsIn } from '../../postgres/retention/stored-objects.ts';
import { workflowsIn } from '../../postgres/workflows.ts';
import { openLane } from '../../worker/lanes/lane.ts';
import { prepareDataFolder } from '../serving/data/data-folder.ts';
import { openStoreForCommand } from '../serving/data/open-store.ts';
import { withDatabase } from '../serving/foundation.ts';
import { imageLimits, laneOptions } from '../serving/open-lanes.ts';
import { openModels } from '../serving/open-models.ts';

const USAGE =
  'Usage: darkroom scrub [--mend] [--rate <megabytes a second>] [--from <hash>] [--most <number>]';
const DEFAULT_RATE = 50;
const NEVER = new AbortController().signal;

/**
 * Checks the bytes of all images at a bounded rate, while the service runs, and prints what is missing or
 * damaged. With `--mend`, runs the steps of a broken result again, which restores the result if the steps give
 * the same bytes. Returns the exit code: 1 when an image is still missing or damaged.
 */
export const scrubProgram = async (config: Config, given: string[]): Promise<number> => {
  const options = optionsFrom(given);
  if (!options) {
    console.error(USAGE);
    return 2;
  }
  const runAs = await prepareDataFolder(config);
  return withDatabase(config, async (database) => {
    const objects = await openStoreForCommand(config, database);
    const stored = storedObjectsIn(database);
    const models = openModels(config, runAs);
    const lane = openLane({ ...laneOptions(config, runAs), ...models.forLanes });
    const mending = {
      objects,
      stored,
      workflows: workflowsIn(database),
      limits: imageLimits(config),
      apply: (job: Parameters<typeof lane.apply>[0]) => lane.apply(job, NEVER),
    };
    let broken = 0;
    try {
      const { checked, bytes, last } = await scrub(
        { objects, stored },
        options,
        async ({ hash, problem }) => {
          const mended = options.mend && (await mend(mending, hash));
          if (!mended) broken += 1;
          const holders = (await stored.organizationsWith(hash)).join(', ');
          const advice = mended ? 'it was made again' : 'upload the same bytes again';
          console.log(`The object ${hash} of ${holders} is ${problem}: ${advice}.`);
        },
      );
      const upTo = checked > 0 ? ` up to ${last}` : '';
      console.log(`Checked ${checked} objects with ${bytes} bytes${upTo}. Broken: ${broken}.`);
    } finally {
      await lane.close();
      await models.close();
    }
    return broken === 0 ? 0 : 1;
  });
};

const optionsFrom = (args: string[]) => {
  try {
    const { values } = parseArgs({
      args,
      options: {
        mend: { type: 'boolean', default: false },
        rate: { type: 'string', default: String(DEFAULT_RATE) },
        from: { type: 'string' },
        most: { type: 'string' },
      },
    });
    const [rate, most] = [Number(values.rate), values.most === undefined ? undefined : Number(values.most)];
    if (!(rate > 0) || (most !== undefined && !(most > 0))) return undefined;
    return { mend: values.mend, bytesPerSecond: rate * 1e6, from: values.from, most };
  } catch {
    return undefined;
  }
};
