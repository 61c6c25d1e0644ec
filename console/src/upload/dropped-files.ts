/** A file with its path inside the folder that was dropped or chosen; the file name where there was no folder. */
export type FoundFile = { file: File; path: string };

/** What was dropped: its files, and in Chromium handles through which they can be read again after a reload. */
export type Found = { files: FoundFile[]; handles: FileSystemHandle[]; folder: string | null };

const HIDDEN = /(?:^|\/)(?:\.|Thumbs\.db$|desktop\.ini$|__MACOSX\/)/;

/** Leaves out the files that operating systems hide in folders of images. */
const visible = (files: FoundFile[]): FoundFile[] => files.filter(({ path }) => !HIDDEN.test(path));

/** The files of a file input, plain or of a folder. */
export const filesOfInput = (list: FileList | null): Found => {
  const files = [...(list ?? [])].map((file) => ({ file, path: file.webkitRelativePath || file.name }));
  return { files: visible(files), handles: [], folder: folderOf(files[0]?.path) };
};

/** The files of a drop, with all that is inside dropped folders. */
export const filesOfDrop = async (data: DataTransfer): Promise<Found> => {
  // Entries and handles must be asked for before the first await: the browser empties the list after the event.
  const items = [...data.items].filter(({ kind }) => kind === 'file');
  const entries = items.map((item) => item.webkitGetAsEntry());
  const handles = items.map((item) => handleOf(item));
  if (entries.every((entry) => entry === null)) return { ...filesOfInput(data.files), handles: [] };
  const files = await allIn(entries);
  const folder = entries.find((entry) => entry?.isDirectory)?.name ?? null;
  const found = (await Promise.all(handles)).filter((handle) => handle !== null);
  return { files: visible(files), handles: found, folder };
};

const folderOf = (path: string | undefined): string | null =>
  path?.includes('/') ? (path.split('/')[0] ?? null) : null;

/** Chromium makes each file with a call that holds the page's thread, so only a few are asked for at once. */
const AT_ONCE = 32;

const allIn = async (entries: readonly (FileSystemEntry | null)[]): Promise<FoundFile[]> => {
  const found: FoundFile[] = [];
  for (let from = 0; from < entries.length; from += AT_ONCE) {
    const some = entries.slice(from, from + AT_ONCE);
    for (const files of await Promise.all(some.map((entry) => filesIn(entry)))) found.push(...files);
  }
  return found;
};

const filesIn = async (entry: FileSystemEntry | null): Promise<FoundFile[]> => {
  if (!entry) return [];
  if (entry.isFile) {
    const file = await new Promise<File | null>((resolve) =>
      (entry as FileSystemFileEntry).file(resolve, () => resolve(null)),
    );
    return file ? [{ file, path: entry.fullPath.replace(/^\//, '') }] : [];
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const inner: FileSystemEntry[] = [];
  // A call returns only some of the entries, in Chromium at first 100; an empty answer says that there are no more.
  for (let more = await readSome(reader); more.length > 0; more = await readSome(reader)) inner.push(...more);
  return allIn(inner);
};

const readSome = (reader: FileSystemDirectoryReader): Promise<FileSystemEntry[]> =>
  new Promise((resolve, reject) => reader.readEntries(resolve, reject));

const handleOf = async (item: DataTransferItem): Promise<FileSystemHandle | null> => {
  const { getAsFileSystemHandle } = item as {
    getAsFileSystemHandle?: () => Promise<FileSystemHandle | null>;
  };
  return (await getAsFileSystemHandle?.call(item).catch(() => null)) ?? null;
};

type Permission = { requestPermission?: (options: { mode: 'read' }) => Promise<PermissionState> };

/** Reads the files behind stored handles again, once the user allows it. */
export const filesOfHandles = async (handles: readonly FileSystemHandle[]): Promise<FoundFile[]> => {
  const files: FoundFile[] = [];
  for (const handle of handles) {
    const allowed = await (handle as Permission).requestPermission?.({ mode: 'read' });
    if (allowed === 'granted') await addHandle(handle, handle.name, files);
  }
  return visible(files);
};

const addHandle = async (handle: FileSystemHandle, path: string, into: FoundFile[]): Promise<void> => {
  if (handle.kind === 'file') {
    const file = await (handle as FileSystemFileHandle).getFile().catch(() => null);
    if (file) into.push({ file, path });
    return;
  }
  const folder = handle as FileSystemDirectoryHandle & { values(): AsyncIterable<FileSystemHandle> };
  for await (const inner of folder.values()) await addHandle(inner, `${path}/${inner.name}`, into);
};
