import type { FileWindow } from './file-window.ts';

export const TIFF_STARTS = ['49492a00', '4d4d002a', '49492b00', '4d4d002b'].map((hex) =>
  Buffer.from(hex, 'hex'),
);

/** The decoder reads every directory: 4.5 million entries took 7 s. */
const MOST_ENTRIES = 200_000;
/** Entries may all point to the same bytes: 200 entries of 20 MB each took 3 s. Normal files point to no byte twice. */
const MOST_REPEATED_BYTES = 8 * 1024 * 1024;

const BYTES_OF_TYPE = [1, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4, 1, 1, 8, 8, 8];

/** Returns why the directories of a TIFF would take too much time or memory to read; undefined when they would not. */
export const tiffExcess = (file: FileWindow): string | undefined => {
  const read = numbersOf(file);
  let entries = 0;
  let namedBytes = 0;
  for (let at = read.firstDirectory(); at; at = read.next(at)) {
    const count = read.entryCount(at) ?? 0;
    // Each directory itself counts as one more entry, so that this loop ends even when directories without entries
    // point to each other in a circle.
    entries += count + 1;
    if (entries > MOST_ENTRIES)
      return `The TIFF has more than ${MOST_ENTRIES} directory entries. Save it with fewer pages and send it again.`;
    for (let index = 0; index < count; index += 1) namedBytes += read.entryBytes(at, index);
    if (namedBytes > file.size + MOST_REPEATED_BYTES)
      return 'The directories of the TIFF point to more data than the file holds. Save it again with an image editor and send the new file.';
  }
  return undefined;
};

/** Reads the numeric fields of a TIFF in its byte order. BigTIFF has wider fields. */
const numbersOf = (file: FileWindow) => {
  const start = file.read(0, 4)!;
  const little = start[0] === 0x49;
  const big = (little ? start[2] : start[3]) === 43;
  const [countBytes, entryBytes, offsetBytes] = big ? [8, 20, 8] : [2, 12, 4];

  const number = (at: number, bytes: number): number | undefined => {
    const field = file.read(at, bytes);
    if (!field) return undefined;
    if (bytes === 8) return Number(little ? field.readBigUInt64LE() : field.readBigUInt64BE());
    return little ? field.readUIntLE(0, bytes) : field.readUIntBE(0, bytes);
  };
  const entryCount = (directory: number) => number(directory, countBytes);
  const entryAt = (directory: number, index: number) => directory + countBytes + index * entryBytes;

  return {
    firstDirectory: () => number(offsetBytes, offsetBytes),
    entryCount,
    entryBytes: (directory: number, index: number): number => {
      const at = entryAt(directory, index);
      const type = number(at + 2, 2);
      return type === undefined ? 0 : (BYTES_OF_TYPE[type] ?? 1) * (number(at + 4, offsetBytes) ?? 0);
    },
    next: (directory: number) => number(entryAt(directory, entryCount(directory) ?? 0), offsetBytes),
  };
};
