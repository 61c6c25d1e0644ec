import { hash } from 'node:crypto';
import { Refusal } from '../../../domain/errors.ts';
import type { InputImages } from '../../../domain/executions/execution.ts';
import type { Labels } from '../../../domain/executions/labels.ts';
import type {
  ApiKeyId,
  ExecutionId,
  OrganizationId,
  UserId,
  WorkflowId,
  WorkflowVersionId,
} from '../../../domain/ids.ts';
import type { Settings } from '../../../domain/workflows/workflow.ts';
import type { FirstCall } from '../../../ports/executions.ts';
import type { TraceParent } from '../../../tracing/spans.ts';
import { digestOf } from '../../uploads/store-upload.ts';
import { sortKeys } from '../sort-keys.ts';

type UploadedImage = { name: string; contentHash: string };
export type AttachedImage = { name: string; bytes: AsyncIterable<Buffer> };
type ImageSource = UploadedImage | AttachedImage;

export type CreateExecution = {
  organizationId: OrganizationId;
  userId: UserId;
  apiKeyId: ApiKeyId | null;
  workflowId: WorkflowId;
  version: WorkflowVersionId | undefined;
  /** By key: `default`, `1`, `2`, ... */
  images: Record<string, ImageSource>;
  labels: Labels;
  settings: Settings;
  webhooks: readonly string[];
  idempotency: KeyedCall | undefined;
  traceParent?: TraceParent | undefined;
};

/** The Idempotency-Key of a call, and the call's query parameters and parsed body. */
export type KeyedCall = { key: string; asked: { query: unknown; body: unknown } };

/** The content hash of each file in the call, by input key. */
type Hashes = Record<string, string>;

export const hashesOf = (inputs: InputImages): Hashes =>
  Object.fromEntries(Object.entries(inputs).map(([key, { contentHash }]) => [key, contentHash]));

/** Computes the hashes from the files in the call, without storing the files. */
export const readHashes = async ({ images }: CreateExecution, maxBytes: number): Promise<Hashes> => {
  const hashes: Hashes = {};
  for (const [key, source] of Object.entries(images))
    if ('bytes' in source) hashes[key] = (await digestOf(source.bytes, maxBytes)).hash;
  return hashes;
};

/** A hash of the request that does not depend on the order of its keys or on its multipart boundary. */
export const fingerprintOf = (
  asked: KeyedCall['asked'],
  { images }: CreateExecution,
  hashes: Hashes,
): string => {
  const files = Object.entries(images)
    .filter(([, source]) => 'bytes' in source)
    .map(([key, { name }]) => [key, name, hashes[key]]);
  return hash('sha256', JSON.stringify([sortKeys(asked), files]), 'hex');
};

/** The result of a call whose key was used before: the first call's execution, or a conflict if the requests differ. */
export const replayOf = (first: FirstCall | undefined, fingerprint: string): ExecutionId => {
  if (first?.fingerprint !== fingerprint)
    throw new Refusal(
      'conflict',
      'This Idempotency-Key was already used for a different request. Use a new key.',
    );
  return first.id;
};
