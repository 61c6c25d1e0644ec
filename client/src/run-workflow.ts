import type { Client } from './client.ts';
import { uploadPicture } from './upload-picture.ts';

export type NamedPicture = { name: string; bytes: Blob };
export type Run = {
  workflow: string;
  pictures: readonly NamedPicture[];
  /** The credential's own unless given. */
  organization?: string;
  idempotencyKey?: string;
};

/** Uploads the pictures, the main one first, and starts an execution on them; answers its id. */
export const runWorkflow = async (client: Client, run: Run): Promise<string> => {
  const acting = run.organization === undefined ? {} : { organization: run.organization };
  const images: Record<string, { name: string; contentHash: string; contentType: string }> = {};
  for (const [index, { name, bytes }] of run.pictures.entries())
    images[index === 0 ? 'default' : String(index)] = {
      name,
      contentHash: await uploadPicture(client, bytes, acting),
      contentType: bytes.type,
    };
  return client.post('/v1/workflow/execution/create', {
    query: { workflow: run.workflow, ...acting },
    body: { images },
    ...(run.idempotencyKey ? { headers: { 'idempotency-key': run.idempotencyKey } } : {}),
  });
};
