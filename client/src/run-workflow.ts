import type { Client, OnProgress } from './client.ts';
import { uploadPicture } from './upload-picture.ts';

export type NamedPicture = { name: string; bytes: Blob };
export type Run = {
  workflow: string;
  pictures: readonly NamedPicture[];
  /** The credential's own unless given. */
  organization?: string;
  idempotencyKey?: string;
  /** Told while the pictures are sent, over all of them. */
  onProgress?: OnProgress;
};

/** Uploads the pictures, the main one first, and starts an execution on them; answers its id. */
export const runWorkflow = async (client: Client, run: Run): Promise<string> => {
  const acting = run.organization === undefined ? {} : { organization: run.organization };
  const images: Record<string, { name: string; contentHash: string; contentType: string }> = {};
  const total = run.pictures.reduce((sum, { bytes }) => sum + bytes.size, 0);
  let before = 0;
  for (const [index, { name, bytes }] of run.pictures.entries()) {
    const start = before;
    const onProgress: OnProgress = ({ sent }) => run.onProgress?.({ sent: start + sent, total });
    const contentHash = await uploadPicture(client, bytes, { ...acting, onProgress });
    images[index === 0 ? 'default' : String(index)] = { name, contentHash, contentType: bytes.type };
    before += bytes.size;
  }
  return client.post('/v1/workflow/execution/create', {
    query: { workflow: run.workflow, ...acting },
    body: { images },
    ...(run.idempotencyKey ? { headers: { 'idempotency-key': run.idempotencyKey } } : {}),
  });
};
