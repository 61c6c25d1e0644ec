import { uploadImage } from 'darkroom-client';
import { api, queries } from '../api.ts';
import { startUpload } from './send-files.ts';
import type { TrayEntry } from './tray.ts';

type Run = {
  organization: string;
  workflow: string;
  name: string;
  entries: readonly TrayEntry[];
  handles: readonly FileSystemHandle[];
  extras: readonly { slot: string; file: File }[];
  runDuplicates: boolean;
};

/** Creates the batch of a run and starts to send its files in the background. Returns the id of the batch. */
export const startBatch = async ({ organization, entries, ...run }: Run): Promise<string> => {
  const extras = [];
  for (const { slot, file } of run.extras)
    extras.push({ slot, name: file.name, contentHash: await uploadImage(api, file, { organization }) });
  const { id: batch } = await api.post('/v1/batch', {
    query: { organization },
    body: { name: run.name, workflow: run.workflow, expected: entries.length },
  });
  await startUpload(
    { ...run, batch, organization, extras, total: entries.length, startedAt: Date.now() },
    entries.flatMap(({ file, path, checking }, index) => {
      if (!file) return [];
      const { size, lastModified } = file;
      return [{ record: { batch, index, path, size, lastModified, state: 'waiting' }, file, checking }];
    }),
  );
  queries.invalidateQueries({ queryKey: ['batches', organization] });
  return batch;
};
