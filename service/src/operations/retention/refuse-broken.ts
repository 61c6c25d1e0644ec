import { imageBroken } from '../../domain/errors.ts';
import type { ContentHash } from '../../domain/ids.ts';
import { DAMAGED, type ObjectStore } from '../../ports/images/object-store.ts';
import { LaneFailure } from '../../ports/lanes.ts';
import type { ReportBroken } from '../../ports/retention.ts';
import { problemOf } from './scrub.ts';

type Ports = { objects: Pick<ObjectStore, 'readStored'>; reportBroken: ReportBroken };

/** Reads these objects, and tells the operator which are missing or damaged. Returns the first of them. */
export const findBroken = async (
  { objects, reportBroken }: Ports,
  hashes: Iterable<ContentHash>,
  context?: Record<string, string>,
): Promise<ContentHash | undefined> => {
  let broken: ContentHash | undefined;
  for (const hash of new Set(hashes)) {
    const problem = await problemOf(objects, hash);
    if (!problem) continue;
    broken ??= hash;
    reportBroken({ hash, problem }, context);
  }
  return broken;
};

/** True for the error of a store in which an object is missing or damaged. */
export const isObjectBroken = (error: unknown): boolean =>
  ['ENOENT', DAMAGED].includes((error as NodeJS.ErrnoException).code ?? '');

/** True for failures of a lane that may come from a missing object or a broken disk, and not from the image. */
export const mayBeStoreFault = ({ code }: LaneFailure): boolean =>
  code === 'input_unreadable' || code === 'system_error';

/**
 * Throws a refusal when one of these objects is broken in the store and may have caused this error, so that
 * the error is not blamed on the image. Does nothing when none of the objects is broken, or when the store
 * cannot be used at all.
 */
export const refuseBroken = async (
  ports: Ports & { objects: Pick<ObjectStore, 'whyUnusable'> },
  hashes: Iterable<ContentHash>,
  error: unknown,
): Promise<void> => {
  const isSuspect = isObjectBroken(error) || (error instanceof LaneFailure && mayBeStoreFault(error));
  if (!isSuspect || (await ports.objects.whyUnusable())) return;
  if (await findBroken(ports, hashes)) throw imageBroken();
};
