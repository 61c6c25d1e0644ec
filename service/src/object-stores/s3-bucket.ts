import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';

export type Bucket = {
  bucket: string;
  prefix: string;
  endpoint: string | undefined;
  /** A call during which no data arrives for this long counts as failed. */
  timeoutMs: number;
};

/** The object that holds the identity of the store, as the marker file does in a folder. */
export const MARKER = 'store-id';
const CONNECT_TIMEOUT_MS = 5_000;
/**
 * Short, so that a stalled bucket is noticed soon: the marker is a few bytes long, and it is read before
 * every upload, up to three times.
 */
const MARKER_TIMEOUT_MS = 2_000;

const ignore = () => {};

/** Region and credentials come from the standard AWS variables. */
export const openClient = ({ endpoint, timeoutMs }: Bucket): S3Client =>
  new S3Client({
    ...(endpoint && { endpoint, forcePathStyle: true }),
    // Servers other than AWS refuse the chunked signatures that the client's own checksums need. An upload
    // carries the object's SHA-256 instead.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // Without a logger of its own, the client prints lines that are not JSON. The service logs its errors itself.
    logger: { trace: ignore, debug: ignore, info: ignore, warn: ignore, error: ignore },
    requestHandler: {
      connectionTimeout: Math.min(timeoutMs, CONNECT_TIMEOUT_MS),
      socketTimeout: timeoutMs,
    },
  });

/** Reads and writes the identity of the store in a bucket. An error is a sentence for the operator. */
export const s3Marker = (bucket: Bucket) => {
  const client = openClient({ ...bucket, timeoutMs: Math.min(bucket.timeoutMs, MARKER_TIMEOUT_MS) });
  const at = { Bucket: bucket.bucket, Key: bucket.prefix + MARKER };
  return {
    read: async (): Promise<string | undefined> => {
      try {
        const { Body } = await client.send(new GetObjectCommand(at));
        return (await Body?.transformToString())?.trim();
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw new Error(whyNotUsable(bucket, error as Error), { cause: error });
      }
    },
    write: async (id: string): Promise<void> => {
      try {
        await client.send(new PutObjectCommand({ ...at, Body: `${id}\n` }));
      } catch (error) {
        throw new Error(whyNotUsable(bucket, error as Error), { cause: error });
      }
    },
  };
};

const NO_BUCKET = 'NoSuchBucket';
const statusOf = (error: unknown) =>
  (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode;

/** True when the bucket is there and does not have the object. */
export const isMissing = (error: unknown): boolean =>
  statusOf(error) === 404 && (error as Error).name !== NO_BUCKET;

/** A sentence for the operator: what happened at the bucket, and which setting to check. */
const whyNotUsable = ({ bucket }: Bucket, error: Error): string => {
  const { name, message } = error;
  if (name === NO_BUCKET)
    return `The bucket ${bucket} does not exist. Create it, or correct DARKROOM_OBJECTS.`;
  const what = `${name}: ${message.replace(/\.$/, '')}`;
  const status = statusOf(error) ?? 0;
  // The client itself refuses when region or credentials are not set.
  const isRefused = (status >= 400 && status < 500) || /Credentials|Region/.test(what);
  return isRefused
    ? `The bucket ${bucket} cannot be used (${what}). Check AWS_REGION, AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, and the rights of this key.`
    : `The bucket ${bucket} cannot be reached (${what}). Check DARKROOM_S3_ENDPOINT and the network.`;
};
