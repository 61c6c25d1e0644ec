import type { Client, OnProgress } from './client.ts';
import { uploadImage } from './upload-image.ts';

type NamedImage = { name: string; bytes: Blob };
export type Run = {
  workflow: string;
  images: readonly NamedImage[];
  /** Defaults to the organization of the credential. */
  organization?: string;
  idempotencyKey?: string;
  /** Reports the upload progress over all images together. */
  onProgress?: OnProgress;
};

/** Uploads the images, the main one first, starts an execution on them and returns its id. */
export const runWorkflow = async (client: Client, run: Run): Promise<string> => {
  const acting = run.organization === undefined ? {} : { organization: run.organization };
  const images: Record<string, { name: string; contentHash: string; contentType: string }> = {};
  const total = run.images.reduce((sum, { bytes }) => sum + bytes.size, 0);
  let before = 0;
  for (const [index, { name, bytes }] of run.images.entries()) {
    const start = before;
    const onProgress: OnProgress = ({ sent }) => run.onProgress?.({ sent: start + sent, total });
    const contentHash = await uploadImage(client, bytes, { ...acting, onProgress });
    images[index === 0 ? 'default' : String(index)] = { name, contentHash, contentType: bytes.type };
    before += bytes.size;
  }
  return client.post('/v1/workflow/execution/create', {
    query: { workflow: run.workflow, ...acting },
    body: { images },
    ...(run.idempotencyKey ? { headers: { 'idempotency-key': run.idempotencyKey } } : {}),
  });
};
