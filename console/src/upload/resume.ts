import { areReadable, type Found, type FoundFile, filesOfHandles, openFiles } from './files/dropped-files.ts';
import { savedFiles } from './journal.ts';
import { openFinder, resumeUpload } from './send-files.ts';
import { loadUploads, uploadsWithMissingFiles } from './uploads.ts';

type Resumed = { rest: Found; batch: string | null; resumed: number };

/**
 * Resumes an upload if some of its missing files are among the chosen ones, and returns the chosen files that do not
 * belong to the upload. Files that the upload has already sent belong to it too: someone who drops the folder again
 * wants to resume.
 */
export const resumeFromFiles = async (organization: string, found: Found): Promise<Resumed> => {
  // Ignore a journal that cannot be read: without one there is no upload to resume.
  await loadUploads(organization).catch(() => {});
  const missing = uploadsWithMissingFiles(organization);
  const opened = missing.length > 0 ? await openedFiles(found) : [];
  for (const { record } of missing) {
    const resumed = await resumeUpload(record.batch, opened);
    if (resumed === 0) continue;
    const mine = new Set((await savedFiles(record.batch)).map(openFinder(opened)).map((file) => file?.path));
    const files = found.files.filter(({ path }) => !mine.has(path));
    return { rest: { ...found, files }, batch: record.batch, resumed };
  }
  return { rest: found, batch: null, resumed: 0 };
};

/** The uploads that this page has already tried to resume by itself. It tries each only once. */
const tried = new Set<string>();

/** Reads the journal, and resumes the uploads whose files the browser still lets the page read. */
export const resumeUploads = async (organization: string): Promise<void> => {
  await loadUploads(organization);
  for (const { record } of uploadsWithMissingFiles(organization)) {
    if (record.isStopped || tried.has(record.batch)) continue;
    tried.add(record.batch);
    if (await areReadable(record.handles))
      await resumeUpload(record.batch, await filesOfHandles(record.handles));
  }
};

export const openedFiles = async ({ files }: Pick<Found, 'files'>): Promise<FoundFile[]> => {
  const opened: FoundFile[] = [];
  await openFiles(files, (listed, file) => {
    if (!file) return;
    listed.file = file;
    opened.push({ file, path: listed.path });
  });
  return opened;
};
