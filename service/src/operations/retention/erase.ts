import { setTimeout as sleep } from 'node:timers/promises';
import { uuidv7 } from 'uuidv7';
import { notFound, Refusal } from '../../domain/errors.ts';
import type { Erasure, Erasures, NotErasable } from '../../ports/erasures.ts';
import type { ObjectStore } from '../../ports/images/object-store.ts';

type ErasePorts = { erasures: Erasures; objects: Pick<ObjectStore, 'writeNote' | 'readNotes'> };

const NAMES: Record<Erasure['kind'], string> = {
  image: 'The image',
  execution: 'The execution',
  batch: 'The batch',
  organization: 'The organization',
  person: 'The person',
};

const refusalOf = (kind: Erasure['kind'], reason: NotErasable): Refusal => {
  const what = NAMES[kind];
  const sentences: Record<NotErasable, string> = {
    unknown: '',
    unfinished: `${what} is in use: an execution is queued, running or in review. Cancel or review that execution first.`,
    held: `${what} belongs to a batch on hold. End the hold on the batch first.`,
    needed:
      kind === 'person'
        ? 'The person is the only owner of an organization, or the only platform administrator. Give another person that role first.'
        : `${what} holds the administrator's API key. Revoke the key first.`,
  };
  return reason === 'unknown' ? notFound(what) : new Refusal('conflict', sentences[reason]);
};

/**
 * Records a request to delete something, in the database and in the store. After that, the deletion will be
 * carried out, even if this process dies.
 */
export const beginErasure = async (
  { erasures, objects }: ErasePorts,
  request: Omit<Erasure, 'id'>,
): Promise<Erasure> => {
  const erasure = { id: uuidv7(), ...request };
  const reason = await erasures.begin(erasure);
  if (reason) throw refusalOf(erasure.kind, reason);
  await objects.writeNote(erasure.id, JSON.stringify(erasure));
  return erasure;
};

const NEVER = new AbortController().signal;

const LOOK_AGAIN_MS = 250;
const MAX_ROUNDS = 20;

/** Deletes something at once. If that takes more than some seconds, the workers go on with it. */
export const erase = async (ports: ErasePorts, request: Omit<Erasure, 'id'>): Promise<void> => {
  const erasure = await beginErasure(ports, request);
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    if (await ports.erasures.finish(erasure, NEVER)) return;
    await sleep(LOOK_AGAIN_MS);
  }
};

/** Finishes erasures that were begun. */
export const finishErasures = async (
  { erasures }: Pick<ErasePorts, 'erasures'>,
  closing: AbortSignal,
): Promise<void> => {
  for (const erasure of await erasures.listUnfinished()) {
    if (closing.aborted) return;
    await erasures.finish(erasure, closing);
  }
};

/**
 * Carries out again the deletions that were requested after the backup of a restored database was made.
 * Returns how many it repeated.
 */
export const replayErasures = async (ports: ErasePorts, closing = NEVER): Promise<number> => {
  let repeated = 0;
  const notes = (await ports.objects.readNotes()).map((text) => JSON.parse(text) as Erasure);
  for (const erasure of notes.sort((one, other) => (one.id < other.id ? -1 : 1)))
    if (await ports.erasures.repeat(erasure)) repeated += 1;
  await finishErasures(ports, closing);
  return repeated;
};
