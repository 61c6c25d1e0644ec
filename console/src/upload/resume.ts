import { type Found, type FoundFile, openFiles } from './dropped-files.ts';
import { keptFiles } from './journal.ts';
import { openFinder, resumeUpload } from './send-files.ts';
import { loadUploads, missingOf } from './uploads.ts';

type Claimed = { rest: Found; batch: string | null; resumed: number };

/**
 * Gives chosen files to an upload that misses them, and returns the others. Files that this upload has sent already are
 * left out too: someone who drops the folder again wants it to go on.
 */
export const claimMissing = async (organization: string, found: Found): Promise<Claimed> => {
  // Without a journal nothing can be missing.
  await loadUploads(organization).catch(() => {});
  const missing = missingOf(organization);
  const opened = missing.length > 0 ? await openedFiles(found) : [];
  for (const { record } of missing) {
    const resumed = await resumeUpload(record.batch, opened);
    if (resumed === 0) continue;
    const mine = new Set((await keptFiles(record.batch)).map(openFinder(opened)).map((file) => file?.path));
    const files = found.files.filter(({ path }) => !mine.has(path));
    return { rest: { ...found, files }, batch: record.batch, resumed };
  }
  return { rest: found, batch: null, resumed: 0 };
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
