import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';

export type Bucket = {
  bucket: string;
  prefix: string;
  endpoint: string | undefined;
  /** A call that is silent for this long counts as failed. */
  timeoutMs: number;
};

/** The object that holds the identity of the store, in the way of the marker file of a folder. */
export const MARKER = 'store-id';
const CONNECT_TIMEOUT_MS = 5_000;
/** The marker is a few bytes long and is read before every upload, up to three times, so a stalled bucket is noticed soon. */
const MARKER_TIMEOUT_MS = 2_000;

/** Region and credentials come from the standard AWS variables. */
export const openClient = ({ endpoint, timeoutMs }: Bucket): S3Client =>
  new S3Client({
    ...(endpoint && { endpoint, forcePathStyle: true }),
    // Servers other than AWS refuse the chunked signatures that calculated checksums need. The objects' own SHA-256 is sent.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: Math.min(timeoutMs, CONNECT_TIMEOUT_MS),
      socketTimeout: timeoutMs,
    },
  });

/** Reads and writes the identity of the store in a bucket. */
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
        throw error;
      }
    },
    write: async (id: string): Promise<void> => {
      await client.send(new PutObjectCommand({ ...at, Body: `${id}\n` }));
    },
  };
};

export const isMissing = (error: unknown): boolean =>
  (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode === 404;
