import { createHash } from 'node:crypto';
import { Refusal } from '../domain/errors.ts';
import type { InputImages } from '../domain/execution.ts';
import { cleanFileName } from '../domain/file-names.ts';
import type { ExecutionId, OrganizationId, UserId, WorkflowId, WorkflowVersionId } from '../domain/ids.ts';
import type { Labels } from '../domain/labels.ts';
import type { Settings } from '../domain/workflow.ts';
import type { FirstCall } from '../ports/executions.ts';
import { sortKeys } from './sort-keys.ts';
import { hashOf } from './store-upload.ts';

/** A picture that was uploaded before, or one that comes with the call. */
export type ImageSource =
  | { name: string; contentHash: string }
  | { name: string; bytes: AsyncIterable<Buffer> };

export type CreateExecution = {
  organizationId: OrganizationId;
  userId: UserId;
  workflowId: WorkflowId;
  version: WorkflowVersionId | undefined;
  /** By key: `default`, `1`, `2`, ... */
  images: Record<string, ImageSource>;
  labels: Labels;
  settings: Settings;
  webhooks: readonly string[];
  idempotencyKey: string | undefined;
};

/** The content hash of each image, by its key. */
type Hashes = Record<string, string>;

export const hashesOf = (inputs: InputImages): Hashes =>
  Object.fromEntries(Object.entries(inputs).map(([key, { contentHash }]) => [key, contentHash]));

/** The same from the request itself: what comes with the call is read and forgotten. */
export const readHashes = async ({ images }: CreateExecution, maxBytes: number): Promise<Hashes> => {
  const hashes: Hashes = {};
  for (const [key, source] of Object.entries(images))
    hashes[key] = 'bytes' in source ? await hashOf(source.bytes, maxBytes) : source.contentHash.toLowerCase();
  return hashes;
};

/** The same request has the same fingerprint, whatever the order of its keys or its multipart boundary. */
export const fingerprintOf = (request: CreateExecution, hashes: Hashes): string => {
  const { workflowId, version, labels, settings, webhooks } = request;
  const images = Object.entries(request.images).map(([key, { name }]) => [
    key,
    cleanFileName(name),
    hashes[key],
  ]);
  const text = JSON.stringify([
    workflowId,
    version,
    images.sort(),
    webhooks,
    sortKeys(labels),
    sortKeys(settings),
  ]);
  return createHash('sha256').update(text).digest('hex');
};

/** The answer to a call whose key was used before. */
export const replayOf = (first: FirstCall | undefined, fingerprint: string): ExecutionId => {
  if (first?.fingerprint !== fingerprint)
    throw new Refusal(
      'conflict',
      'This Idempotency-Key was already used for a different request. Use a new key.',
    );
  return first.id;
};
