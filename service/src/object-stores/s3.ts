import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  paginateListObjectsV2,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { create as contentDisposition } from 'content-disposition';
import { type ContentHash, contentHashOf } from '../domain/ids.ts';
import { damaged, type ObjectStore } from '../ports/images/object-store.ts';
import type { SystemAccount } from '../ports/system-account.ts';
import { openDrafts, roomChecker } from './drafts.ts';
import { openPrivateFolder, READ_ONLY } from './private-files.ts';
import { type Bucket, isMissing, MARKER, openClient, s3Marker } from './s3-bucket.ts';
import { openS3Copies } from './s3-copies.ts';
import { storeUnavailable, whyNotWritable } from './store-marker.ts';

type Options = Bucket & {
  /** A local folder for drafts and for copies of objects that lanes read. */
  dir: string;
  maxCacheBytes: number;
  minFreeBytes: number;
  /** An object of at least this size is uploaded in parts (multipart upload). */
  multipartFromBytes?: number;
  owner?: SystemAccount;
  id?: string;
};

const MULTIPART_FROM_BYTES = 64 * 1024 * 1024;
export const PART_BYTES = 8 * 1024 * 1024;
const PRESIGNED_SECONDS = 60;
const READ_BYTES = 512 * 1024;
// A draft up to this size is read as a whole for its upload. For a result of 1.2 MB, the upload then takes 7
// ms of processor time instead of 11.
const READ_WHOLE_BYTES = 4 * 1024 * 1024;

/**
 * Opens a store of images in a bucket: `<prefix><first two digits>/<hash>`. An upload is written to a local draft first, so
 * a half-written object is never visible. Lanes read local copies, which are verified and removed when they are not used.
 */
export const openS3Store = async (options: Options): Promise<ObjectStore & { close(): void }> => {
  const { bucket, prefix, maxCacheBytes, minFreeBytes, owner, id } = options;
  const { multipartFromBytes = MULTIPART_FROM_BYTES } = options;
  const client = openClient(options);
  const marker = s3Marker(options);
  const dir = openPrivateFolder(options.dir, owner);
  const drafts = await openDrafts(dir, owner);

  const locationOf = (hash: ContentHash) => ({ Bucket: bucket, Key: `${prefix}${hash.slice(0, 2)}/${hash}` });
  const noteKeyOf = (name: string) => `${prefix}notes/${name}`;
  const rangeOf = ({ start, end }: { start: number; end: number }) => ({ Range: `bytes=${start}-${end}` });

  const get = async (hash: ContentHash, range = {}): Promise<Readable> => {
    const { Body } = await translatingErrors(
      client.send(new GetObjectCommand({ ...locationOf(hash), ...range })),
    );
    return Body as Readable;
  };

  async function* keysUnder(Prefix: string): AsyncGenerator<string[]> {
    const pages = paginateListObjectsV2({ client }, { Bucket: bucket, Prefix });
    for (;;) {
      const { value, done } = await translatingErrors(pages.next());
      if (done) return;
      yield (value.Contents ?? []).map(({ Key = '' }) => Key);
    }
  }

  const put = async (draft: string, hash: ContentHash): Promise<void> => {
    const { size } = await stat(draft);
    const Body =
      size <= READ_WHOLE_BYTES
        ? Readable.from([await drafts.operations.readDraft(draft)], { objectMode: false })
        : createReadStream(draft, { flags: READ_ONLY as unknown as string, highWaterMark: READ_BYTES });
    try {
      if (size >= multipartFromBytes)
        await new Upload({ client, params: { ...locationOf(hash), Body }, partSize: PART_BYTES }).done();
      else
        await client.send(
          signedWith(
            hash,
            new PutObjectCommand({
              ...locationOf(hash),
              Body,
              ContentLength: size,
              ChecksumSHA256: Buffer.from(hash, 'hex').toString('base64'),
            }),
          ),
        );
    } catch (error) {
      throw storeError(error);
    } finally {
      Body.destroy();
    }
  };

  const copies = openS3Copies({ dir, drafts: drafts.folder, maxBytes: maxCacheBytes, owner, get });

  const whyNotThisStore = async (): Promise<string | undefined> => {
    if (!id) return undefined;
    const found = await marker.read();
    if (found === id) return undefined;
    return `The bucket ${bucket} is not the image store of this database: ${prefix}${MARKER} is ${found ?? 'missing'}. Check DARKROOM_OBJECTS.`;
  };

  return {
    ...drafts.operations,
    keep: async (draft, hash) => {
      await put(draft, hash);
      await copies.add(hash, draft);
    },
    discard: (draft) => rm(draft, { force: true }),
    path: copies.path,
    has: async (hash) => {
      try {
        await client.send(new HeadObjectCommand(locationOf(hash)));
        return true;
      } catch (error) {
        if (isMissing(error)) return false;
        throw storeError(error);
      }
    },
    remove: async (hash) => {
      await translatingErrors(client.send(new DeleteObjectCommand(locationOf(hash))));
      await copies.drop(hash);
    },
    dropCopies: copies.drop,
    list: async function* () {
      for await (const keys of keysUnder(prefix)) {
        const hashes = keys.map((key) => contentHashOf(basename(key))).filter((hash) => hash !== undefined);
        if (hashes.length > 0) yield hashes;
      }
    },
    read: (hash, range) =>
      Readable.from(bodyOf(async () => (await copies.read(hash, range)) ?? get(hash, rangeOf(range)))),
    readStored: (hash, range) => Readable.from(bodyOf(() => get(hash, rangeOf(range)))),
    presign: (hash, { name, contentType }) =>
      getSignedUrl(
        client,
        new GetObjectCommand({
          ...locationOf(hash),
          ResponseContentType: contentType,
          ResponseContentDisposition: contentDisposition(name, { type: 'attachment' }),
        }),
        { expiresIn: PRESIGNED_SECONDS },
      ),
    readInto: async (hash, start, buffer) => {
      let done = 0;
      for await (const chunk of bodyOf(() => get(hash, rangeOf({ start, end: start + buffer.length - 1 }))))
        done += chunk.copy(buffer, done);
      if (done < buffer.length)
        throw damaged(
          `The object ${hash} in the image store is shorter than expected. Run "darkroom scrub --mend".`,
        );
    },
    writeNote: async (name, text) => {
      await translatingErrors(
        client.send(new PutObjectCommand({ Bucket: bucket, Key: noteKeyOf(name), Body: text })),
      );
    },
    readNotes: async () => {
      const texts: string[] = [];
      for await (const keys of keysUnder(noteKeyOf('')))
        for (const Key of keys) {
          const { Body } = await translatingErrors(
            client.send(new GetObjectCommand({ Bucket: bucket, Key })),
          );
          texts.push((await translatingErrors(Body!.transformToString())) ?? '');
        }
      return texts;
    },
    checkRoom: roomChecker(dir, minFreeBytes, () => translatingErrors(whyNotThisStore())),
    whyUnusable: async () =>
      (await whyNotThisStore().catch((error: Error) => error.message)) ?? whyNotWritable(drafts.folder),
    close: copies.close,
  };
};

/**
 * Signs the body with its known hash. Without this, the client would read the whole file once more to compute
 * the hash.
 */
const signedWith = (hash: ContentHash, command: PutObjectCommand): PutObjectCommand => {
  command.middlewareStack.add(
    (next) => (call) => {
      (call.request as { headers: Record<string, string> }).headers['x-amz-content-sha256'] = hash;
      return next(call);
    },
    { step: 'build' },
  );
  return command;
};

/** Yields a body in parts. A body that breaks off counts as a store that cannot be reached. */
async function* bodyOf(get: () => Promise<Readable>): AsyncGenerator<Buffer> {
  const body = await get();
  try {
    yield* body as AsyncIterable<Buffer>;
  } catch (error) {
    throw storeUnavailable(error);
  }
}

/** Returns the response of the bucket. Turns the bucket's errors into errors of an object store. */
const translatingErrors = <Answer>(call: Promise<Answer>): Promise<Answer> =>
  call.catch((error) => {
    throw storeError(error);
  });

/**
 * Turns a missing object into an error like that of a missing file. Every other failure means that the store
 * is unavailable.
 */
const storeError = (error: unknown): unknown =>
  isMissing(error)
    ? Object.assign(
        new Error('The object is not in the image store. Run "darkroom scrub --mend".', { cause: error }),
        { code: 'ENOENT' },
      )
    : storeUnavailable(error);
