import type { OrganizationId } from '../../domain/ids.ts';
import type { ImageFacts, ImageLimits } from '../../domain/images/image-formats.ts';
import type { Inspector } from '../../ports/lanes.ts';
import type { RunAs } from '../../processes/drop-rights.ts';
import { openHeaderReader, stopping } from './header-reader.ts';
import { openTurns } from './turns.ts';

export type InspectorOptions = {
  limits: ImageLimits;
  deadlineMs?: number;
  memoryBytes?: number;
  /** The number of files that are read at the same time, each in a process of its own. */
  processes?: number;
  /** The number of files of one organization that are read at the same time. */
  maxPerOrganization?: number;
  runAs?: RunAs | undefined;
};

type Waiting = PromiseWithResolvers<ImageFacts> & { path: string; organizationId: OrganizationId };

/** The largest header measured needs 316 MB: a GIF of four million frames. */
const MEMORY_BYTES = 512 * 1024 * 1024;

/**
 * Reads image headers in child processes, which may hang or die. By default there are two, and one organization uses at
 * most one of them however many files it sends, so that the other stays free for all other organizations. The first
 * process starts at once, each further one when it is needed.
 */
export const openInspector = ({
  limits,
  deadlineMs = 5_000,
  memoryBytes = MEMORY_BYTES,
  processes = 2,
  maxPerOrganization = 1,
  runAs,
}: InspectorOptions): Inspector => {
  const readers = Array.from({ length: processes }, (_, index) =>
    openHeaderReader({ limits, deadlineMs, memoryBytes, runAs, onDemand: index > 0 }),
  );
  // The idle readers; the last one is used next. At first that is the reader whose process already runs, later
  // the one used most recently.
  const idle = readers.toReversed();
  const turns = openTurns<Waiting>(() => 1);
  const underWay = new Map<OrganizationId, number>();
  let closing = false;

  const mayHaveMore = (organizationId: OrganizationId) =>
    (underWay.get(organizationId) ?? 0) < maxPerOrganization;

  const dispatch = (): void => {
    while (idle.length > 0) {
      const next = turns.take(mayHaveMore);
      if (!next) return;
      void read(next);
    }
  };

  const read = async ({ path, organizationId, resolve, reject }: Waiting): Promise<void> => {
    const reader = idle.pop()!;
    count(organizationId, 1);
    await reader.read(path).then(resolve, reject);
    idle.push(reader);
    count(organizationId, -1);
    dispatch();
  };

  const count = (organizationId: OrganizationId, more: 1 | -1): void => {
    const now = (underWay.get(organizationId) ?? 0) + more;
    if (now === 0) underWay.delete(organizationId);
    else underWay.set(organizationId, now);
  };

  return {
    inspect: async (path, organizationId) => {
      if (closing) throw stopping();
      const waiting = { ...Promise.withResolvers<ImageFacts>(), path, organizationId };
      turns.add(organizationId, waiting);
      dispatch();
      return waiting.promise;
    },
    close: async () => {
      closing = true;
      for (let waiting = turns.take(); waiting; waiting = turns.take()) waiting.reject(stopping());
      await Promise.all(readers.map((reader) => reader.close()));
    },
  };
};
