import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { csvRow } from '../../domain/csv.ts';
import { refusedWhenFull } from '../../domain/disk-full.ts';
import type { BatchId, ContentHash, OrganizationId } from '../../domain/ids.ts';
import { openArchiveNames, readNameTemplate } from '../../domain/images/archive-names.ts';
import { FILE_FORMATS } from '../../domain/images/image-formats.ts';
import { DEFAULT_OUTPUT } from '../../domain/workflows/workflow.ts';
import type { ArchivedExecution, ArchivedResult, Batches } from '../../ports/batches.ts';
import type { ObjectStore } from '../../ports/images/object-store.ts';
import { openScratchWriter } from './scratch-writer.ts';
import { centralRecord, endOfArchive, localHeader } from './zip-format.ts';

const DEFAULT_NAMES = '{name}';
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
  /** Identifies the content of the archive: archives with the same bytes have the same tag. */
  tag: string;
  bytes: number;
  /** The central directory: a record for each image, in the order of the archive, and a record for the manifest. */
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

type Ports = { batches: Pick<Batches, 'readExecutions'>; objects: Pick<ObjectStore, 'scratch'> };

type ArchiveOptions = {
  /** The template of the file names. */
  names?: string | undefined;
  /** Adds the named outputs of each execution. The manifest then has a row for each file. */
  withOutputs?: boolean;
};

/** Plans the archive of a batch: the results of its COMPLETED executions, and a manifest of all its executions. */
export const planArchive = async (
  ports: Ports,
  organizationId: OrganizationId,
  id: BatchId,
  { names = DEFAULT_NAMES, withOutputs = false }: ArchiveOptions = {},
): Promise<ArchivePlan> => {
  const nameOf = readNameTemplate(names);
  const files: FileHandle[] = [];
  const close = async () => {
    await Promise.all(files.map((file) => file.close().catch(() => {})));
  };
  const openScratchFile = async () => {
    const file = await ports.objects.scratch();
    files.push(file);
    return file;
  };
  try {
    const [directory, hashes, manifest] = [
      await openScratchFile(),
      await openScratchFile(),
      await openScratchFile(),
    ];
    const digest = createHash('sha256');
    const writers = {
      directory: openScratchWriter(directory, digest),
      hashes: openScratchWriter(hashes, digest),
      manifest: openScratchWriter(manifest, digest),
    };
    const archiveNames = openArchiveNames([MANIFEST]);
    let [results, images, offset, manifestChecksum] = [0, 0, 0, 0];
    let modifiedAt = new Date(0);
    const addManifestRow = async (values: readonly unknown[]) => {
      const row = Buffer.from(csvRow(values));
      manifestChecksum = crc32(row, manifestChecksum);
      await writers.manifest.append(row);
    };
    const addFile = async (baseName: string, file: Omit<ArchivedResult, 'fileName'>): Promise<string> => {
      images += 1;
      const fileName = archiveNames.name(baseName, FILE_FORMATS[file.format].extensions[0]);
      const { bytes: size, crc32: fileChecksum, finishedAt } = file;
      const name = Buffer.from(fileName);
      const entry = { name, crc32: fileChecksum, size, offset, modifiedAt: finishedAt };
      await writers.directory.append(centralRecord(entry));
      await writers.hashes.append(Buffer.from(file.hash, 'hex'));
      offset += localHeader(entry).length + size;
      return fileName;
    };
    const addResults = async (execution: ArchivedExecution) => {
      const { result, outputs, workflowName, labels } = execution;
      if (!result) return addManifestRow(manifestRow(execution));
      results += 1;
      const stem = result.fileName.replace(/\.[^.]*$/, '');
      const baseName = nameOf({ name: stem, index: results, workflow: workflowName, labels });
      const row = { archiveName: await addFile(baseName, result), ...result };
      await addManifestRow(manifestRow(execution, withOutputs ? { ...row, output: DEFAULT_OUTPUT } : row));
      if (!withOutputs) return;
      for (const made of outputs) {
        const file = { ...made, finishedAt: result.finishedAt };
        const archiveName = await addFile(`${baseName}_${made.output}`, file);
        await addManifestRow(manifestRow(execution, { archiveName, ...file }));
      }
    };
    await addManifestRow(withOutputs ? [...COLUMNS, 'output'] : COLUMNS);
    await ports.batches.readExecutions(organizationId, id, async (page) => {
      for (const execution of page) {
        await addResults(execution);
        const changedAt = execution.result?.finishedAt ?? execution.createdAt;
        if (changedAt > modifiedAt) modifiedAt = changedAt;
      }
    });
    const manifestBytes = writers.manifest.bytes();
    const manifestEntry = {
      name: Buffer.from(MANIFEST),
      crc32: manifestChecksum,
      size: manifestBytes,
      offset,
      modifiedAt,
    };
    await writers.directory.append(centralRecord(manifestEntry));
    for (const file of Object.values(writers)) await file.flush();
    const directoryAt = offset + localHeader(manifestEntry).length + manifestBytes;
    const directoryBytes = writers.directory.bytes();
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

type ManifestFile = { archiveName: string; fileName: string; hash: ContentHash; output?: string };

const manifestRow = (execution: ArchivedExecution, file?: ManifestFile): unknown[] => {
  const { id, inputFileName, inputContentHash, status, chargedCredits, error, createdAt } = execution;
  const values: Record<(typeof COLUMNS)[number], unknown> = {
    id,
    fileName: file?.archiveName,
    inputFileName,
    inputContentHash,
    resultFileName: file?.fileName,
    resultContentHash: file?.hash,
    status,
    chargedCredits,
    errorCode: error?.code,
    errorMessage: error?.message,
    createdAt,
  };
  return [...COLUMNS.map((name) => values[name]), ...(file?.output ? [file.output] : [])];
};
