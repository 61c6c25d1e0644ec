import type { InputImages } from '../../../domain/executions/execution.ts';
import type { ContentHash } from '../../../domain/ids.ts';
import type { ObjectStore } from '../../../ports/images/object-store.ts';
import type { LaneJob } from '../../../ports/lanes.ts';

type Inputs = InputImages | Record<string, { contentHash: ContentHash }>;

/** The paths of the inputs as local files that a lane can read. */
export const localInputs = async (objects: ObjectStore, inputs: Inputs): Promise<LaneJob['inputs']> => {
  const paths = Object.entries(inputs).map(async ([key, { contentHash }]) => [
    key,
    await objects.path(contentHash),
  ]);
  return Object.fromEntries(await Promise.all(paths));
};
