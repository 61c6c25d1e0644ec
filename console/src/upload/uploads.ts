import { useSyncExternalStore } from 'react';
import { type FileRecord, savedFiles, savedUploads, type UploadRecord } from './journal.ts';

/**
 * The phase of an upload. `sending`: this tab sends the files. `interrupted`: this tab waits until the service answers or
 * the user has signed in again. `elsewhere`: another tab sends the files. `missing`: the page was closed or the user
 * stopped the upload, and files have to be chosen again. `ended`: nothing is left to send.
 */
type Phase = 'sending' | 'interrupted' | 'elsewhere' | 'missing' | 'ended';

export type UploadState = {
  record: UploadRecord;
  phase: Phase;
  /** The reason why an upload is interrupted. */
  reason: string | null;
  done: number;
  leftOut: number;
  refused: readonly FileRecord[];
  /** The files that are still to be sent. Kept up to date only while the phase is `missing`. */
  waiting: readonly FileRecord[];
};

let states: ReadonlyMap<string, UploadState> = new Map();
const listeners = new Set<() => void>();
let isNotificationScheduled = false;

const notifySoon = (): void => {
  if (isNotificationScheduled) return;
  isNotificationScheduled = true;
  setTimeout(() => {
    isNotificationScheduled = false;
    states = new Map(states);
    for (const listener of listeners) listener();
  }, 50);
};

export const stateOf = (batch: string): UploadState | undefined => states.get(batch);

/** Sets the state of an upload that the page shows; null removes the upload. */
export const setUpload = (batch: string, change: UploadState | null): void => {
  const next = new Map(states);
  if (change) next.set(batch, change);
  else next.delete(batch);
  states = next;
  notifySoon();
};

export const patchUpload = (batch: string, change: Partial<UploadState>): void => {
  const state = states.get(batch);
  if (state) setUpload(batch, { ...state, ...change });
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** All uploads that this browser knows of. */
export const useUploads = (): ReadonlyMap<string, UploadState> =>
  useSyncExternalStore(subscribe, () => states);

/**
 * Only one tab sends the files of an upload. Browsers have locks on https and localhost only; elsewhere the idempotency
 * keys keep a file from being run twice.
 */
export const lockName = (batch: string): string => `darkroom-upload-${batch}`;

export const locks = (): LockManager | undefined => (navigator as { locks?: LockManager }).locks;

/** Reads the journal for uploads of the organization that this tab is not sending. */
export const loadUploads = async (organization: string): Promise<void> => {
  const [records, held] = await Promise.all([savedUploads(organization), locks()?.query()]);
  const elsewhere = new Set(held?.held?.map(({ name }) => name));
  for (const record of records) {
    const phase = states.get(record.batch)?.phase;
    if (phase === 'sending' || phase === 'interrupted' || phase === 'ended') continue;
    const files = await savedFiles(record.batch);
    const waiting = files.filter(({ state }) => state === 'waiting');
    setUpload(record.batch, {
      record,
      phase: elsewhere.has(lockName(record.batch)) ? 'elsewhere' : waiting.length > 0 ? 'missing' : 'ended',
      reason: null,
      done: files.filter(({ state }) => state === 'done').length,
      leftOut: files.filter(({ state }) => state === 'left out').length,
      refused: files.filter(({ state }) => state === 'refused'),
      waiting,
    });
  }
  const kept = new Set(records.map(({ batch }) => batch));
  for (const [batch, { phase }] of states)
    if (phase === 'elsewhere' && !kept.has(batch)) setUpload(batch, null);
};

/** The uploads of an organization whose files have to be chosen again. */
export const uploadsWithMissingFiles = (organization: string): UploadState[] =>
  [...states.values()].filter(
    ({ record, phase }) => record.organization === organization && phase === 'missing',
  );
