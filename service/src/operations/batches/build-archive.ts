import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { csvRow } from '../../domain/csv.ts';
import { refusedWhenFull } from '../../domain/disk-full.ts';
import type { BatchId, OrganizationId } from '../../domain/ids.ts';
import { openArchiveNames, readNameTemplate } from '../../domain/images/archive-names.ts';
import { FILE_FORMATS } from '../../domain/images/image-formats.ts';
import type { ArchivedExecution, Batches } from '../../ports/batches.ts';
import type { ObjectStore } from '../../ports/object-store.ts';
import { openScratchWriter } from './scratch-writer.ts';
import { centralRecord, endOfArchive, localHeader } from './zip-format.ts';

export const DEFAULT_NAMES = '{name}';
const MANIFEST = 'manifest.csv';
const COLUMNS = [
  'id',
  'fileName',
  'inputFileName',
  'inputContentHash',
  'resultFileName',
  'resultContentHash',
  'status',
  'chargedCredits',
  'errorCode',
  'errorMessage',
  'createdAt',
] as const;

/**
 * The plan of an archive: everything but the bytes of the images. It is kept in scratch files, so that an archive of a
 * million images needs no more memory than one of ten.
 */
export type ArchivePlan = {
  /** Identifies exactly these bytes. */
  tag: string;
  bytes: number;
  /** The central directory: one record for each image, in their order, and one for the manifest. */
  directory: FileHandle;
  directoryAt: number;
  directoryBytes: number;
  /** The SHA-256 of each image, 32 bytes each, in the order of the directory. */
  hashes: FileHandle;
  images: number;
  manifest: FileHandle;
  manifestBytes: number;
  end: Buffer;
  close(): Promise<void>;
};

type World = { batches: Pick<Batches, 'readExecutions'>; objects: Pick<ObjectStore, 'scratch'> };

/** Plans the archive of a batch: the results of its COMPLETED executions, and a manifest of all. */
export const planArchive = async (
  world: World,
  organizationId: OrganizationId,
  id: BatchId,
  names: string,
): Promise<ArchivePlan> => {
  const nameOf = readNameTemplate(names);
  const files: FileHandle[] = [];
  const close = async () => {
    await Promise.all(files.map((file) => file.close().catch(() => {})));
  };
  const open = async () => {
    const file = await world.objects.scratch();
    files.push(file);
    return file;
  };
  try {
    const [directory, hashes, manifest] = [await open(), await open(), await open()];
    const digest = createHash('sha256');
    const written = {
      directory: openScratchWriter(directory, digest),
      hashes: openScratchWriter(hashes, digest),
      manifest: openScratchWriter(manifest, digest),
    };
    const archiveNames = openArchiveNames([MANIFEST]);
    let [images, offset, checksum] = [0, 0, 0];
    let modifiedAt = new Date(0);
    const note = async (values: readonly unknown[]) => {
      const row = Buffer.from(csvRow(values));
      checksum = crc32(row, checksum);
      await written.manifest.append(row);
    };
    const addResult = async ({ result, workflowName, labels }: ArchivedExecution) => {
      if (!result) return undefined;
      images += 1;
      const [extension] = FILE_FORMATS[result.format].extensions;
      const stem = result.fileName.replace(/\.[^.]*$/, '');
      const text = nameOf({ name: stem, index: images, workflow: workflowName, labels });
      const fileName = archiveNames.name(text, extension);
      const { bytes: size, finishedAt } = result;
      const entry = {
        name: Buffer.from(fileName),
        crc32: result.crc32,
        size,
        offset,
        modifiedAt: finishedAt,
      };
      await written.directory.append(centralRecord(entry));
      await written.hashes.append(Buffer.from(result.hash, 'hex'));
      offset += localHeader(entry).length + size;
      return fileName;
    };
    await note(COLUMNS);
    await world.batches.readExecutions(organizationId, id, async (page) => {
      for (const execution of page) {
        const fileName = await addResult(execution);
        await note(manifestRow(execution, fileName));
        const changedAt = execution.result?.finishedAt ?? execution.createdAt;
        if (changedAt > modifiedAt) modifiedAt = changedAt;
      }
    });
    const manifestBytes = written.manifest.bytes();
    const last = { name: Buffer.from(MANIFEST), crc32: checksum, size: manifestBytes, offset, modifiedAt };
    await written.directory.append(centralRecord(last));
    for (const file of Object.values(written)) await file.flush();
    const directoryAt = offset + localHeader(last).length + manifestBytes;
    const directoryBytes = written.directory.bytes();
    const end = endOfArchive(images + 1, directoryAt, directoryBytes);
    return {
      tag: digest.digest('hex'),
      bytes: directoryAt + directoryBytes + end.length,
      ...{ directory, directoryAt, directoryBytes, hashes, images, manifest, manifestBytes, end, close },
    };
  } catch (error) {
    await close();
    throw refusedWhenFull(error);
  }
};

const manifestRow = (execution: ArchivedExecution, fileName: string | undefined): unknown[] => {
  const { id, inputFileName, inputContentHash, result, status, chargedCredits, error, createdAt } = execution;
  const values: Record<(typeof COLUMNS)[number], unknown> = {
    id,
    fileName,
    inputFileName,
    inputContentHash,
    resultFileName: result?.fileName,
    resultContentHash: result?.hash,
    status,
    chargedCredits,
    errorCode: error?.code,
    errorMessage: error?.message,
    createdAt,
  };
  return COLUMNS.map((name) => values[name]);
};
