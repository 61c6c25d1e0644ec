import { useEffect } from 'react';
import { queries } from '../api.ts';
import { viewerImages } from '../executions/executions.ts';
import { traceQuery } from '../executions/trace.ts';
import { loadImage } from '../parts/viewer/image-cache.ts';
import { type Desk, isOpen } from './desk.ts';

const PREFETCHED = 3;

/** Loads the images and traces of the next results, so that they are there when the reviewer comes to them. */
export const usePrefetch = ({ items, at }: Desk): void => {
  const next = items
    .slice(at + 1)
    .filter(isOpen)
    .slice(0, PREFETCHED);
  const key = next.map(({ entry }) => entry.execution.id).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: run again only when the key changes: it has the ids of the next results.
  useEffect(() => {
    for (const { entry } of next) {
      const { execution } = entry;
      const { original, result } = viewerImages(execution);
      queries.prefetchQuery(traceQuery(execution));
      // The result first: it is what the reviewer looks at.
      loadImage(result.src)
        .catch(() => loadImage(result.small ?? result.src))
        .then(() => loadImage(original.small ?? original.src))
        .catch(() => {});
    }
  }, [key]);
};
