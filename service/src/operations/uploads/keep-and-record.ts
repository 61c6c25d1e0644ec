import { unavailable } from '../../domain/errors.ts';
import type { ContentHash } from '../../domain/ids.ts';
import { ObjectCondemned, type Readmit } from '../../ports/images/images.ts';
import type { ObjectStore } from '../../ports/images/object-store.ts';

export type KeepPorts = { objects: ObjectStore; readmit: Readmit };
export type KeptDraft = { draft: string; hash: ContentHash };

const MAX_ROUNDS = 3;

/**
 * Keeps drafts in the store, then records them in the database. An object that nothing referred to may be
 * deleted between these two steps; then all drafts are kept and recorded again. The drafts stay: the caller
 * discards them.
 */
export const keepAndRecord = async <Result>(
  { objects, readmit }: KeepPorts,
  kept: readonly KeptDraft[],
  record: () => Promise<Result>,
): Promise<Result> => {
  for (let round = 1; ; round += 1) {
    for (const { draft, hash } of kept) await objects.keep(draft, hash);
    try {
      return await record();
    } catch (error) {
      if (!(error instanceof ObjectCondemned)) throw error;
      if (round === MAX_ROUNDS)
        throw unavailable('The same image is being deleted at the moment. Send it again.', 5, error);
      await readmit(kept.map(({ hash }) => hash));
    }
  }
};
