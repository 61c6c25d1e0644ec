import { type DBSchema, type IDBPDatabase, openDB } from 'idb';

/** One upload of files into a batch, as it is kept in the browser until every file has its execution. */
export type UploadRecord = {
  batch: string;
  organization: string;
  name: string;
  workflow: string;
  /** Images for the other inputs of the workflow, already uploaded; the same ones for every file. */
  extras: readonly { slot: string; name: string; contentHash: string }[];
  total: number;
  runDuplicates: boolean;
  startedAt: number;
  /** Chromium only: handles of the dropped files, to read them again after a reload. */
  handles: readonly FileSystemHandle[];
  /** The user stopped the upload, so it does not go on by itself. */
  isStopped?: boolean;
};

/** One file of an upload. The file is the unit of resuming: it is either done or starts again from its beginning. */
export type FileRecord = {
  batch: string;
  index: number;
  path: string;
  size: number;
  lastModified: number;
  state: 'waiting' | 'done' | 'left out' | 'refused';
  reason?: string;
  hash?: string;
};

interface Schema extends DBSchema {
  uploads: { key: string; value: UploadRecord; indexes: { organization: string } };
  files: { key: [string, number]; value: FileRecord; indexes: { batch: string } };
}

let opened: Promise<IDBPDatabase<Schema>> | undefined;

const database = (): Promise<IDBPDatabase<Schema>> => {
  opened ??= openDB<Schema>('darkroom-uploads', 1, {
    upgrade: (db) => {
      db.createObjectStore('uploads', { keyPath: 'batch' }).createIndex('organization', 'organization');
      db.createObjectStore('files', { keyPath: ['batch', 'index'] }).createIndex('batch', 'batch');
    },
  });
  return opened;
};

/** The number of files written in one transaction. More would block the main thread for longer than a frame. */
const CHUNK = 200;

/** Stores a new upload. Its files are written first, so that an upload in the journal always has all of them. */
export const saveUpload = async (upload: UploadRecord, files: readonly FileRecord[]): Promise<void> => {
  const db = await database();
  for (let from = 0; from < files.length; from += CHUNK) {
    const chunk = db.transaction('files', 'readwrite', { durability: 'relaxed' });
    await Promise.all(files.slice(from, from + CHUNK).map((file) => chunk.store.put(file)));
    await chunk.done;
  }
  await db.put('uploads', upload).catch(() => db.put('uploads', { ...upload, handles: [] }));
};

export const saveFile = async (file: FileRecord): Promise<void> => {
  await (await database()).put('files', file);
};

/** Stores a changed upload if the journal still has it. */
export const updateUpload = async (upload: UploadRecord): Promise<void> => {
  const both = (await database()).transaction('uploads', 'readwrite');
  if (await both.store.getKey(upload.batch)) await both.store.put(upload);
  await both.done;
};

export const savedUploads = async (organization: string): Promise<UploadRecord[]> =>
  (await database()).getAllFromIndex('uploads', 'organization', organization);

export const savedFiles = async (batch: string): Promise<FileRecord[]> =>
  (await database()).getAllFromIndex('files', 'batch', batch);

export const deleteUpload = async (batch: string): Promise<void> => {
  const db = await database();
  const both = db.transaction(['uploads', 'files'], 'readwrite');
  await Promise.all([
    both.objectStore('uploads').delete(batch),
    both.objectStore('files').delete(IDBKeyRange.bound([batch, 0], [batch, Number.MAX_SAFE_INTEGER])),
  ]);
  await both.done;
};
