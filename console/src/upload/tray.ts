import { useSyncExternalStore } from 'react';
import { type Checked, checkFile } from './files/checkers.ts';
import { type Found, type ListedFile, OPENED_AT_ONCE, openFiles } from './files/dropped-files.ts';

/** One chosen file. `file` is undefined until it is opened, and `checked` until a worker has read it. */
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
};

export type Tray = {
  entries: readonly TrayEntry[];
  handles: readonly FileSystemHandle[];
  folder: string | null;
  opened: number;
  checked: number;
  refused: number;
  duplicates: number;
  bytes: number;
  /** Counts the changes, so that values computed from the entries can be cached. */
  version: number;
};

type State = Tray & {
  /** The organization that the files were chosen for, once it is known. */
  organization?: string;
  /** Ids grow in the order in which files were added, and are never used again. */
  lastId: number;
  present: Set<TrayEntry>;
  firstByHash: Map<string, TrayEntry>;
  /** True while a notification of the listeners is scheduled. */
  isAnnounced: boolean;
};

const EMPTY = {
  entries: [],
  handles: [],
  folder: null,
  opened: 0,
  checked: 0,
  refused: 0,
  duplicates: 0,
  bytes: 0,
} as const;

const noEntries = () => ({
  ...EMPTY,
  present: new Set<TrayEntry>(),
  firstByHash: new Map<string, TrayEntry>(),
});

let tray: State = { ...noEntries(), version: 0, lastId: 0, isAnnounced: false };
const listeners = new Set<() => void>();

const announce = (): void => {
  tray = { ...tray, version: tray.version + 1, isAnnounced: false };
  for (const listener of listeners) listener();
};

/** Tells the page at most every 50 ms: workers report thousands of files in a second. */
const announceSoon = (): void => {
  if (tray.isAnnounced) return;
  tray = { ...tray, isAnnounced: true };
  setTimeout(announce, 50);
};

const take = (entry: TrayEntry, checked: Checked): void => {
  entry.checked = checked;
  // A file that was removed meanwhile is no longer counted.
  if (!tray.present.has(entry)) return;
  tray = { ...tray, checked: tray.checked + 1, refused: tray.refused + (checked.ok ? 0 : 1) };
  if (checked.ok) noteHash(entry, checked.hash);
  announceSoon();
};

const noteHash = (entry: TrayEntry, hash: string): void => {
  const other = tray.firstByHash.get(hash);
  if (!other) {
    tray.firstByHash.set(hash, entry);
    return;
  }
  // Two workers may end in either order; the file that comes first in the tray is the original.
  const [first, second] = other.id < entry.id ? [other, entry] : [entry, other];
  second.duplicateOf = first;
  tray.firstByHash.set(hash, first);
  tray = { ...tray, duplicates: tray.duplicates + 1 };
};

/** The files that the user removed before they were checked. Files that were handed to an upload are still checked. */
const removed = new Set<number>();

/** The number of files added in one task. More would block the main thread for longer than a frame. */
const SLICE = 250;

/** Lists files at once, then opens them and has the workers check them. Resolves when all are opened. */
export const addToTray = async ({ files, handles, folder }: Found): Promise<void> => {
  tray = { ...tray, handles: [...tray.handles, ...handles], folder: tray.folder ?? folder };
  // When there are only a few files, open them before they are listed, so that their rows do not change right away.
  if (files.length <= OPENED_AT_ONCE)
    await openFiles(files, (listed, file) => {
      if (file) listed.file = file;
    });
  const added: { entry: TrayEntry; check: (checked: Promise<Checked>) => void }[] = [];
  for (let from = 0; from < files.length; from += SLICE) {
    const slice = files.slice(from, from + SLICE).map(entryOf);
    added.push(...slice);
    tray = { ...tray, entries: [...tray.entries, ...slice.map(({ entry }) => entry)] };
    for (const { entry } of slice) tray.present.add(entry);
    if (from + SLICE < files.length) await new Promise((resolve) => setTimeout(resolve));
  }
  announce();
  await openFiles(
    added.map(({ entry, check }) => ({ ...entry, entry, check })),
    ({ entry, check }, file) => {
      if (tray.present.has(entry))
        tray = { ...tray, opened: tray.opened + 1, bytes: tray.bytes + (file?.size ?? 0) };
      if (file) entry.file = file;
      check(file ? checkFile(file, () => removed.has(entry.id)) : Promise.resolve(UNREADABLE));
      announceSoon();
    },
  );
};

const UNREADABLE: Checked = { ok: false, reason: 'The file cannot be read.' };

const entryOf = ({ path, file, open }: ListedFile) => {
  tray = { ...tray, lastId: tray.lastId + 1 };
  const { promise: checking, resolve: check } = Promise.withResolvers<Checked>();
  const entry: TrayEntry = { id: tray.lastId, path, open, checking, ...(file ? { file } : {}) };
  checking.then((checked) => take(entry, checked));
  return { entry, check };
};

export const removeFromTray = (gone: (entry: TrayEntry) => boolean): void => {
  const kept = tray.entries.filter((entry) => !gone(entry));
  for (const entry of tray.entries) if (!entry.checked && gone(entry)) removed.add(entry.id);
  const { handles, folder } = tray;
  tray = { ...tray, ...noEntries(), handles, folder, entries: kept, present: new Set(kept) };
  for (const entry of kept) {
    delete entry.duplicateOf;
    tray.opened += entry.file || entry.checked ? 1 : 0;
    tray.bytes += entry.file?.size ?? 0;
    if (!entry.checked) continue;
    tray.checked += 1;
    if (entry.checked.ok) noteHash(entry, entry.checked.hash);
    else tray.refused += 1;
  }
  announce();
};

/** Empties the tray after its files were handed to an upload, which still waits for their checks. */
export const emptyTray = (): void => {
  tray = { ...tray, ...noEntries() };
  announce();
};

/** Empties the tray when its files were chosen for another organization. */
export const keepTrayOf = (current: string): void => {
  const { organization = current } = tray;
  tray = { ...tray, organization: current };
  if (organization !== current) emptyTray();
};

/** Tells the page that facts of entries have changed. */
export const touchTray = (): void => announceSoon();

export const currentTray = (): Tray => tray;

export const useTray = (): Tray =>
  useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, currentTray);

/** The entries that a run would send. */
export const runnable = ({ entries }: Tray, runDuplicates: boolean): TrayEntry[] =>
  entries.filter(({ checked, duplicateOf }) => checked?.ok !== false && (runDuplicates || !duplicateOf));
