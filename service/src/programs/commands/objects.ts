import { parseArgs } from 'node:util';
import type { Config } from '../../config.ts';
import { copyObjects } from '../../operations/retention/copy-objects.ts';
import { StartError } from '../../postgres/connection/start-error.ts';
import { findStoreId } from '../../postgres/store-id.ts';
import { prepareDataFolder } from '../serving/data/data-folder.ts';
import { placeAt } from '../serving/data/store-place.ts';
import { withDatabase } from '../serving/foundation.ts';

const USAGE =
  'Usage: darkroom objects copy --from <folder or s3://bucket/prefix> --to <folder or s3://bucket/prefix>';

/** Copies the store of images to another place, while the service runs. Can be repeated until nothing is left to copy. */
export const objectsProgram = async (config: Config, [verb, ...given]: string[]): Promise<number> => {
  const places = verb === 'copy' ? placesFrom(given) : undefined;
  if (!places) {
    console.error(USAGE);
    return 2;
  }
  const owner = await prepareDataFolder(config);
  const [from, to] = [placeAt(config, places.from, owner), placeAt(config, places.to, owner)];
  const id = await withDatabase(config, findStoreId);
  if (!id || (await from.readId()) !== id)
    throw new StartError(`${from.name} is not the image store of this database. Check --from.`);
  const known = await to.readId();
  if (known !== undefined && known !== id)
    throw new StartError(`${to.name} belongs to another installation. Choose an empty place.`);
  await to.writeId(id);
  const { copied, present, broken } = await copyObjects(await from.open(id), await to.open(id));
  for (const hash of broken)
    console.log(
      `The object ${hash} is damaged and was not copied. Run "darkroom scrub --mend", then copy again.`,
    );
  console.log(
    `Copied ${copied} objects; ${present} were there already. Damaged and not copied: ${broken.length}.`,
  );
  return broken.length === 0 ? 0 : 1;
};

const placesFrom = (args: string[]): { from: string; to: string } | undefined => {
  try {
    const { values } = parseArgs({ args, options: { from: { type: 'string' }, to: { type: 'string' } } });
    const { from, to } = values;
    return from && to && from !== to ? { from, to } : undefined;
  } catch {
    return undefined;
  }
};
