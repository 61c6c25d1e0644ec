import type { Found } from './dropped-files.ts';
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
  for (const { record } of missingOf(organization)) {
    const resumed = await resumeUpload(record.batch, found.files);
    if (resumed === 0) continue;
    const mine = new Set((await keptFiles(record.batch)).map(openFinder(found.files)));
    const files = found.files.filter((file) => !mine.has(file));
    return { rest: { ...found, files }, batch: record.batch, resumed };
  }
  return { rest: found, batch: null, resumed: 0 };
};
