/** A file with its path inside the folder that was dropped or chosen; the file name where there was no folder. */
export type FoundFile = { file: File; path: string };

/** A file that may not be open yet: the browser lists the names in a dropped folder, but opens the files one by one. */
export type ListedFile = { path: string; file?: File; open: () => Promise<File | null> };

/** The dropped files, and in Chromium handles through which they can be read again after a reload. */
export type Found = { files: ListedFile[]; handles: FileSystemHandle[]; folder: string | null };

const HIDDEN = /(?:^|\/)(?:\.|Thumbs\.db$|desktop\.ini$|__MACOSX\/)/;

/** Leaves out the files that operating systems hide in folders of images. */
const visible = <File extends { path: string }>(files: File[]): File[] =>
  files.filter(({ path }) => !HIDDEN.test(path));

/** The files of a file input, plain or of a folder. */
export const filesOfInput = (list: FileList | null): Found => {
  const files = [...(list ?? [])].map((file) => ({
    ...{ file, path: file.webkitRelativePath || file.name, open: async () => file },
  }));
  return { files: visible(files), handles: [], folder: folderOf(files[0]?.path) };
};

/** The files of a drop, with all that is inside dropped folders. */
export const filesOfDrop = async (data: DataTransfer): Promise<Found> => {
  // Entries and handles must be asked for before the first await: the browser empties the list after the event.
  const items = [...data.items].filter(({ kind }) => kind === 'file');
  const entries = items.map((item) => item.webkitGetAsEntry());
  const handles = items.map((item) => handleOf(item));
  if (entries.every((entry) => entry === null)) return { ...filesOfInput(data.files), handles: [] };
  const files = (await Promise.all(entries.map(filesIn))).flat();
  const folder = entries.find((entry) => entry?.isDirectory)?.name ?? null;
  const found = (await Promise.all(handles)).filter((handle) => handle !== null);
  return { files: visible(files), handles: found, folder };
};

const folderOf = (path: string | undefined): string | null =>
  path?.includes('/') ? (path.split('/')[0] ?? null) : null;

const filesIn = async (entry: FileSystemEntry | null): Promise<ListedFile[]> => {
  if (!entry) return [];
  if (entry.isFile) {
    const open = () =>
      new Promise<File | null>((resolve) =>
        (entry as FileSystemFileEntry).file(resolve, () => resolve(null)),
      );
    return [{ path: entry.fullPath.replace(/^\//, ''), open }];
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const found: ListedFile[] = [];
  // A call returns only some of the entries, in Chromium 100 at most. An empty result says that there are no more.
  for (let more = await readSome(reader); more.length > 0; more = await readSome(reader))
    for (const files of await Promise.all(more.map(filesIn))) found.push(...files);
  return found;
};

/** Chromium opens each file with a call that blocks the main thread, so only a few are opened in one task. */
export const OPENED_AT_ONCE = 32;

/** Opens listed files in their order. `onOpened` gets null for a file that cannot be read. */
export const openFiles = async <Listed extends ListedFile>(
  files: readonly Listed[],
  onOpened: (listed: Listed, file: File | null) => void,
): Promise<void> => {
  for (let from = 0; from < files.length; from += OPENED_AT_ONCE)
    await Promise.all(
      files
        .slice(from, from + OPENED_AT_ONCE)
        .map(async (listed) => onOpened(listed, listed.file ?? (await listed.open()))),
    );
};

const readSome = (reader: FileSystemDirectoryReader): Promise<FileSystemEntry[]> =>
  new Promise((resolve, reject) => reader.readEntries(resolve, reject));

const handleOf = async (item: DataTransferItem): Promise<FileSystemHandle | null> => {
  const { getAsFileSystemHandle } = item as {
    getAsFileSystemHandle?: () => Promise<FileSystemHandle | null>;
  };
  return (await getAsFileSystemHandle?.call(item).catch(() => null)) ?? null;
};

type Permission = Record<
  'queryPermission' | 'requestPermission',
  (options: { mode: 'read' }) => Promise<PermissionState>
>;

const allows = async (handle: FileSystemHandle, ask: keyof Permission): Promise<boolean> =>
  (await (handle as FileSystemHandle & Permission)[ask]({ mode: 'read' })) === 'granted';

/** Returns whether the files behind stored handles can be read without asking the user. */
export const areReadable = async (handles: readonly FileSystemHandle[]): Promise<boolean> => {
  const allowed = await Promise.all(handles.map((handle) => allows(handle, 'queryPermission')));
  return allowed.length > 0 && allowed.every(Boolean);
};

/** Reads the files behind stored handles again. The browser asks the user for permission where it has to. */
export const filesOfHandles = async (handles: readonly FileSystemHandle[]): Promise<FoundFile[]> => {
  const allowed: FileSystemHandle[] = [];
  // Ask for all permissions first: the browser lets the page ask only for a few seconds after a click.
  for (const handle of handles) if (await allows(handle, 'requestPermission')) allowed.push(handle);
  const files: FoundFile[] = [];
  for (const handle of allowed) await addHandle(handle, handle.name, files);
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
