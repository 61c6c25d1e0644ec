import { useSyncExternalStore } from 'react';
import { type Checked, checkFile } from './files/checkers.ts';
import { type Found, type ListedFile, OPENED_AT_ONCE, openFiles } from './files/dropped-files.ts';

/**
 * One chosen file. It is listed first, then opened (`file`), then read by a worker (`checked`). A file that cannot be
 * opened is checked without a file.
 */
export type TrayEntry = {
  id: number;
  file?: File;
  path: string;
  open: ListedFile['open'];
  /** Settles when a worker has read the file. */
  checking: Promise<Checked>;
  checked?: Checked;
  /** The first file in the tray with the same bytes. */
  duplicateOf?: TrayEntry;
  /** The organization has these bytes already, so they need no upload. */
  isKnown?: boolean;
  /** The chosen workflow has run on these bytes before. */
  isProcessed?: boolean;
  /**
   * A file that the user removed is not read. A file that was handed to an upload is read, because the upload waits
   * for it.
   */
  place: 'tray' | 'removed' | 'upload';
};

/** The chosen files, counted. */
export type Tray = {
  entries: readonly TrayEntry[];
  handles: readonly FileSystemHandle[];
  folder: string | null;
  opened: number;
  checked: number;
  refused: number;
  duplicates: number;
  bytes: number;
};

type Contents = Pick<Tray, 'entries' | 'handles' | 'folder'>;
const EMPTY: Contents = { entries: [], handles: [], folder: null };

/** Counts the files and finds the duplicates among them. */
const trayOf = (contents: Contents): Tray => {
  const counts = { opened: 0, checked: 0, refused: 0, duplicates: 0, bytes: 0 };
  const firstByHash = new Map<string, TrayEntry>();
  for (const entry of contents.entries) {
    const { file, checked } = entry;
    if (file || checked) counts.opened += 1;
    counts.bytes += file?.size ?? 0;
    if (!checked) continue;
    counts.checked += 1;
    if (!checked.ok) {
      counts.refused += 1;
      continue;
    }
    entry.duplicateOf = firstByHash.get(checked.hash);
    if (entry.duplicateOf) counts.duplicates += 1;
    else firstByHash.set(checked.hash, entry);
  }
  return { ...contents, ...counts };
};

/**
 * What becomes known about a file is written into its entry in place; all other values here are replaced when they
 * change.
 */
const store = {
  contents: EMPTY,
  /** What the page shows: the contents as they were counted last. */
  tray: trayOf(EMPTY),
  isNotificationScheduled: false,
  listeners: new Set<() => void>(),
  /** The organization that the files were chosen for, once it is known. */
  organization: undefined as string | undefined,
  /** Ids grow in the order in which files were added, and are never used again. */
  lastId: 0,
};

const notifyTray = (): void => {
  store.isNotificationScheduled = false;
  store.tray = trayOf(store.contents);
  for (const listener of store.listeners) listener();
};

/** Shows changes at most every 50 ms: workers report thousands of files in a second. */
export const notifyTraySoon = (): void => {
  if (store.isNotificationScheduled) return;
  store.isNotificationScheduled = true;
  setTimeout(notifyTray, 50);
};

/** The number of files added in one task. More would block the main thread for longer than a frame. */
const SLICE = 250;

/** Lists files at once, then opens them and has the workers check them. Resolves when all are opened. */
export const addToTray = async ({ files, handles, folder }: Found): Promise<void> => {
  const before = store.contents;
  store.contents = {
    ...before,
    handles: [...before.handles, ...handles],
    folder: before.folder ?? folder,
  };
  // When there are only a few files, open them before they are listed, so that their rows do not change right away.
  if (files.length <= OPENED_AT_ONCE)
    await openFiles(files, (listed, file) => {
      if (file) listed.file = file;
    });
  const added: ReturnType<typeof entryOf>[] = [];
  for (let from = 0; from < files.length; from += SLICE) {
    const slice = files.slice(from, from + SLICE).map(entryOf);
    added.push(...slice);
    const { entries } = store.contents;
    store.contents = { ...store.contents, entries: [...entries, ...slice.map(({ entry }) => entry)] };
    if (from + SLICE < files.length) await new Promise((resolve) => setTimeout(resolve));
  }
  notifyTray();
  await openFiles(
    added.map(({ entry, check }) => ({ ...entry, entry, check })),
    ({ entry, check }, file) => {
      if (file) entry.file = file;
      check(file ? checkFile(file, () => entry.place === 'removed') : Promise.resolve(UNREADABLE));
      if (entry.place === 'tray') notifyTraySoon();
    },
  );
};

const UNREADABLE: Checked = {
  ok: false,
  reason: 'The file cannot be read. It may have been moved or changed.',
};

const entryOf = ({ path, file, open }: ListedFile) => {
  store.lastId += 1;
  const { promise: checking, resolve: check } = Promise.withResolvers<Checked>();
  const entry: TrayEntry = {
    id: store.lastId,
    path,
    open,
    checking,
    place: 'tray',
    ...(file ? { file } : {}),
  };
  checking.then((checked) => {
    entry.checked = checked;
    if (entry.place === 'tray') notifyTraySoon();
  });
  return { entry, check };
};

/** Removes files. An empty tray also forgets the folder that they came from. */
export const removeFromTray = (gone: (entry: TrayEntry) => boolean): void => {
  const { entries } = store.contents;
  for (const entry of entries) if (gone(entry)) entry.place = 'removed';
  const kept = entries.filter(({ place }) => place === 'tray');
  store.contents = kept.length > 0 ? { ...store.contents, entries: kept } : EMPTY;
  notifyTray();
};

/** Empties the tray after its files were handed to an upload, which still waits for their checks. */
export const emptyTray = (): void => {
  for (const entry of store.contents.entries) entry.place = 'upload';
  store.contents = EMPTY;
  notifyTray();
};

/** Sets the organization for which files are chosen. Files that were chosen for another one leave the tray. */
export const setTrayOrganization = (organization: string): void => {
  const { organization: previous = organization } = store;
  store.organization = organization;
  if (previous !== organization) removeFromTray(() => true);
};

export const currentTray = (): Tray => store.tray;

export const useTray = (): Tray =>
  useSyncExternalStore((listener) => {
    store.listeners.add(listener);
    return () => store.listeners.delete(listener);
  }, currentTray);

/** The entries that a run would send. */
export const runnable = ({ entries }: Tray, runDuplicates: boolean): TrayEntry[] =>
  entries.filter(({ checked, duplicateOf }) => checked?.ok !== false && (runDuplicates || !duplicateOf));
