import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { refusedWhenFull } from '../../domain/disk-full.ts';
import { Refusal } from '../../domain/errors.ts';
import type { ContentHash, OrganizationId } from '../../domain/ids.ts';
import type { Digest, ImageFacts } from '../../domain/images/image-formats.ts';
import type { Images } from '../../ports/images/images.ts';
import type { Inspector } from '../../ports/lanes.ts';
import { type KeepPorts, keepAndRecord } from './keep-and-record.ts';

type Ports = KeepPorts & {
  config: { maxImageBytes: number };
  inspector: Inspector;
  images: Pick<Images, 'add'>;
};

export type StoredImage = ImageFacts & Digest;

/** Stores one image from a stream. A refused image leaves nothing behind. */
export const storeUpload = async (
  { config, inspector, images, ...store }: Ports,
  organizationId: OrganizationId,
  bytes: AsyncIterable<Buffer>,
  /** Throws when the file is not acceptable to the caller, for example by its format. */
  check: (facts: ImageFacts) => void = () => {},
): Promise<StoredImage & { isNew: boolean }> => {
  const { objects } = store;
  await objects.checkRoom();
  const draft = await objects.draft();
  try {
    const digest = await writeDigested(await objects.create(draft), bytes, config.maxImageBytes);
    const image = { ...(await inspector.inspect(draft, organizationId)), ...digest };
    check(image);
    const added = await keepAndRecord(store, [{ draft, hash: digest.hash }], () =>
      images.add(organizationId, [image]),
    );
    return { ...image, isNew: added.length > 0 };
  } catch (error) {
    throw refusedWhenFull(error);
  } finally {
    await objects.discard(draft);
  }
};

/** Writes an image from a stream, closes the file and returns its checksums. Refuses one that is too large or empty. */
export const writeDigested = async (
  file: FileHandle,
  bytes: AsyncIterable<Buffer>,
  maxBytes: number,
): Promise<Digest> => {
  try {
    return await digestOf(bytes, maxBytes, (chunk) => file.appendFile(chunk));
  } finally {
    await file.close();
  }
};

/** Computes the checksums of an image from a stream. Refuses an image that is too large or empty. */
export const digestOf = async (
  bytes: AsyncIterable<Buffer>,
  maxBytes: number,
  write?: (chunk: Buffer) => Promise<void>,
): Promise<Digest> => {
  const digest = createHash('sha256');
  let checksum = 0;
  let read = 0;
  for await (const chunk of bytes) {
    read += chunk.length;
    if (read > maxBytes)
      throw new Refusal(
        'unprocessable_image',
        `The image is larger than ${maxBytes} bytes. Send a smaller file.`,
      );
    digest.update(chunk);
    checksum = crc32(chunk, checksum);
    await write?.(chunk);
  }
  if (read === 0)
    throw new Refusal('unprocessable_image', 'The image is empty. Check the file and send it again.');
  return { hash: digest.digest('hex') as ContentHash, crc32: checksum };
};
