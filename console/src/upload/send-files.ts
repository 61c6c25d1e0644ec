import { Refused, uploadImage } from 'darkroom-client';
import { api, queries } from '../api.ts';
import { forEachConcurrently } from '../for-each-concurrently.ts';
import { type Checked, checkFile } from './files/checkers.ts';
import type { FoundFile } from './files/dropped-files.ts';
import { knownHashes, MAX_HASHES } from './files/known-hashes.ts';
import {
  deleteUpload,
  type FileRecord,
  savedFiles,
  saveFile,
  saveUpload,
  type UploadRecord,
  updateUpload,
} from './journal.ts';
import { retryUntilAnswered } from './retry-until-answered.ts';
import {
  loadUploads,
  lockName,
  locks,
  patchUpload,
  setUpload,
  stateOf,
  type UploadState,
} from './uploads.ts';

/** A file on its way: its record in the journal, its bytes, and the check that a worker makes of it. */
export type Item = { record: FileRecord; file: File; checking: Promise<Checked>; hash?: string };

const stops = new Map<string, AbortController>();

/** Keeps an upload in the journal and starts to send its files. Resolves when the journal has it. */
export const startUpload = async (record: UploadRecord, items: readonly Item[]): Promise<void> => {
  setUpload(record.batch, {
    ...{ record, phase: 'sending', reason: null, done: 0, leftOut: 0, refused: [], waiting: [] },
  });
  // Without a journal, for example in a private window, the upload works but does not survive a reload.
  await saveUpload(
    record,
    items.map((item) => item.record),
  ).catch(() => {});
  void send(record, items);
};

/** Resumes an upload whose files were chosen again. Returns how many of the missing files were among them. */
export const resumeUpload = async (batch: string, found: readonly FoundFile[]): Promise<number> => {
  const state = stateOf(batch);
  if (state?.phase !== 'missing') return 0;
  const fileFor = openFinder(found);
  const items = state.waiting.flatMap((record): Item[] => {
    const match = fileFor(record);
    return match ? [{ record, file: match.file, checking: checkFile(match.file, () => false) }] : [];
  });
  if (items.length === 0) return 0;
  patchUpload(batch, { phase: 'sending', reason: null });
  await noteStopped(batch, false);
  const sent = (await savedFiles(batch)).flatMap(({ state, hash }) =>
    state === 'done' && hash ? [hash] : [],
  );
  void send(state.record, items, sent);
  return items.length;
};

/**
 * Finds the chosen file of a record: by its path and size, or by name and size when it was chosen in another way than
 * before.
 */
export const openFinder = (found: readonly FoundFile[]) => {
  const byPath = new Map(found.map((one) => [`${one.file.size} ${one.path}`, one]));
  const byName = new Map(found.map((one) => [`${one.file.size} ${one.file.name}`, one]));
  return ({ size, path }: FileRecord): FoundFile | undefined =>
    byPath.get(`${size} ${path}`) ?? byName.get(`${size} ${nameOf(path)}`);
};

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** Stops sending. The files that are left stay in the journal as missing. */
export const stopUpload = async (batch: string): Promise<void> => {
  // Record the stop first: another tab resumes an upload that no tab sends and that is not recorded as stopped.
  await noteStopped(batch, true);
  stops.get(batch)?.abort();
};

const noteStopped = async (batch: string, isStopped: boolean): Promise<void> => {
  const state = stateOf(batch);
  if (!state || Boolean(state.record.isStopped) === isStopped) return;
  const record = { ...state.record, isStopped };
  patchUpload(batch, { record });
  await updateUpload(record).catch(() => {});
};

/** Gives up the files that are left. The batch ends with the images that it has. */
export const discardUpload = async (state: UploadState): Promise<void> => {
  const { batch, organization } = state.record;
  await settleExpected(state);
  await deleteUpload(batch);
  setUpload(batch, null);
  await queries.invalidateQueries({ queryKey: ['batch', organization, batch] });
};

const send = async (
  record: UploadRecord,
  items: readonly Item[],
  sentHashes: readonly string[] = [],
): Promise<void> => {
  const { batch } = record;
  const stop = new AbortController();
  const sending = openSending(record, items, new Set(sentHashes), stop.signal);
  const isMine = await underLock(batch, async () => {
    stops.set(batch, stop);
    await sending.run();
    stops.delete(batch);
  });
  if (isMine) await end(record, sending.left());
  else patchUpload(batch, { phase: 'elsewhere' });
};

/** Runs `go` if no other tab sends this upload. Returns false when another tab does. */
const underLock = async (batch: string, go: () => Promise<void>): Promise<boolean> => {
  const manager = locks();
  if (!manager) return go().then(() => true);
  return manager.request(lockName(batch), { ifAvailable: true }, async (lock) => {
    if (lock) await go();
    return lock !== null;
  });
};

/** Sends the files in their order, a few at a time, until all are sent or the signal aborts. */
const openSending = (
  record: UploadRecord,
  items: readonly Item[],
  seen: Set<string>,
  signal: AbortSignal,
) => {
  const { batch, organization } = record;
  const known = openKnown(organization, items);
  const settled = new Set<Item>();

  const settle = async (item: Item, state: FileRecord['state'], reason?: string): Promise<void> => {
    settled.add(item);
    const { record, hash } = item;
    const file: FileRecord = { ...record, state, ...(hash ? { hash } : {}), ...(reason ? { reason } : {}) };
    // If the journal cannot record that the file was sent, the file is sent again under the same idempotency key,
    // which changes nothing.
    await saveFile(file).catch(() => {});
    const shown = stateOf(batch);
    if (!shown) return;
    patchUpload(batch, {
      done: shown.done + (state === 'done' ? 1 : 0),
      leftOut: shown.leftOut + (state === 'left out' ? 1 : 0),
      refused: state === 'refused' ? [...shown.refused, file] : shown.refused,
    });
  };

  const sendOne = async (item: Item): Promise<void> => {
    const checked = await item.checking;
    if (!checked.ok) return settle(item, 'refused', checked.reason);
    if (seen.has(checked.hash) && !record.runDuplicates) return settle(item, 'left out', 'Duplicate');
    seen.add(checked.hash);
    item.hash = checked.hash;
    const isKnown = await retryUntilAnswered(batch, signal, () => known(checked.hash, signal));
    const upload = () => uploadImage(api, item.file, { organization, signal });
    const hash = isKnown
      ? checked.hash
      : await retryUntilAnswered(batch, signal, () => upload().catch((error) => readable(item.file, error)));
    await retryUntilAnswered(batch, signal, () =>
      create(record, item, hash, signal).catch((error) => {
        // The service knew the image a moment ago, but it was deleted since: send it after all.
        if (isKnown && error instanceof Refused && error.status === 404)
          return upload().then((again) => create(record, item, again, signal));
        throw error;
      }),
    );
    await settle(item, 'done');
  };

  return {
    run: () =>
      forEachConcurrently(items, async (item) => {
        if (signal.aborted) return;
        await sendOne(item).catch((error) => {
          if (!signal.aborted) return settle(item, 'refused', reasonOf(error));
        });
      }),
    left: () => items.filter((item) => !settled.has(item)),
  };
};

const reasonOf = (error: unknown): string =>
  error instanceof Refused ? error.message : 'The file cannot be read. It may have been moved or changed.';

/**
 * Throws `error`, or the read error of a file that has changed on the disk: such a file fails like a lost
 * connection, but a retry would not help.
 */
const readable = async (file: File, error: unknown): Promise<never> => {
  if (error instanceof Refused && error.status === 0) await file.slice(0, 1).arrayBuffer();
  throw error;
};

/** Creates the execution of a file. A second call with the same idempotency key returns the same execution. */
const create = (
  { batch, organization, workflow, extras }: UploadRecord,
  { record, hash }: Item,
  contentHash: string,
  signal: AbortSignal,
): Promise<unknown> => {
  const others = extras.map(({ slot, name, contentHash }) => [slot, { name, contentHash }]);
  return api.post('/v1/workflow/execution/create', {
    query: { workflow, organization },
    headers: { 'idempotency-key': `${batch}:${hash}:${record.index}` },
    body: {
      images: { default: { name: nameOf(record.path), contentHash }, ...Object.fromEntries(others) },
      labels: { service_batch_id: batch },
    },
    signal,
  });
};

/** Tells whether the service has the bytes of a file. Asks for up to 1,000 hashes at once. */
const openKnown = (organization: string, items: readonly Item[]) => {
  const asked = new Map<string, Promise<ReadonlySet<string>>>();
  for (const item of items)
    item.checking.then((checked) => {
      if (checked.ok) item.hash = checked.hash;
    });
  return async (hash: string, signal: AbortSignal): Promise<boolean> => {
    if (!asked.has(hash)) {
      const others = items.flatMap((item) => (item.hash && !asked.has(item.hash) ? [item.hash] : []));
      const hashes = [...new Set([hash, ...others])].slice(0, MAX_HASHES);
      const answer = knownHashes(organization, hashes, signal);
      for (const one of hashes) asked.set(one, answer);
      // Forget a failed request, so that the next try sends it again.
      answer.catch(() => {
        for (const one of hashes) asked.delete(one);
      });
    }
    return (await asked.get(hash))?.has(hash) ?? false;
  };
};

const end = async (record: UploadRecord, left: readonly Item[]): Promise<void> => {
  const { batch, organization } = record;
  const state = stateOf(batch);
  if (!state) return;
  if (left.length > 0)
    return patchUpload(batch, { phase: 'missing', waiting: left.map((item) => item.record) });
  // Files may still be missing, because a resume may have matched only some of them.
  const sent = state.done + state.leftOut + state.refused.length;
  if (sent < record.total) {
    patchUpload(batch, { phase: 'missing' });
    return loadUploads(organization);
  }
  await settleExpected(state).catch(() => {});
  if (state.refused.length === 0) await deleteUpload(batch).catch(() => {});
  patchUpload(batch, { phase: 'ended' });
  queries.invalidateQueries({ queryKey: ['batch', organization, batch] });
};

/** Tells the batch how many images it really has, so that it can be completed. */
const settleExpected = async ({ record, done }: UploadState): Promise<void> => {
  const { batch: id, organization, total } = record;
  if (done === total) return;
  const target = { path: { id }, query: { organization } };
  if (done > 0) await api.put('/v1/batch/{id}', { ...target, body: { expected: done } });
  else await api.post('/v1/batch/{id}/close', target);
};

/** Asks before the page is closed while files are being sent. */
addEventListener('beforeunload', (event) => {
  if (stops.size > 0) event.preventDefault();
});
