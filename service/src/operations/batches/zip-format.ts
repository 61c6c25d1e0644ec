/** The records of a ZIP file with stored (not compressed) entries, and ZIP64 where a size or an offset needs it. */

type ZipEntry = {
  /** The name as UTF-8. */
  name: Buffer;
  crc32: number;
  size: number;
  /** The position in the archive at which the entry begins. */
  offset: number;
  modifiedAt: Date;
};

const MAX_16 = 0xff_ff;
const MAX_32 = 0xff_ff_ff_ff;

const VERSION_PLAIN = 20;
const VERSION_ZIP64 = 45;
const MADE_ON_UNIX = (3 << 8) | VERSION_ZIP64;
const FLAG_UTF8 = 0x08_00;
const ZIP64_EXTRA = 0x00_01;
/** A regular file that everyone may read, in the attributes of Unix. */
const ATTRIBUTES = 0o100644 * 2 ** 16;

const LOCAL_BYTES = 30;
const CENTRAL_BYTES = 46;

/** The extra field with the 64-bit values, in the order of the format. */
const extraOf = (values: readonly number[]): Buffer => {
  if (values.length === 0) return Buffer.alloc(0);
  const extra = Buffer.alloc(4 + 8 * values.length);
  extra.writeUInt16LE(ZIP64_EXTRA, 0);
  extra.writeUInt16LE(8 * values.length, 2);
  values.forEach((value, index) => {
    extra.writeBigUInt64LE(BigInt(value), 4 + 8 * index);
  });
  return extra;
};

const isLarge = (value: number) => value >= MAX_32;
const in32 = (value: number) => (isLarge(value) ? MAX_32 : value);

/** The date and time as MS-DOS writes them: from 1980, in steps of two seconds. */
const dosTime = (date: Date): number => {
  const at = date.getUTCFullYear() < 1980 ? new Date(Date.UTC(1980, 0, 1)) : date;
  const day = ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate();
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1);
  return day * 2 ** 16 + time;
};

/** The header that stands before the bytes of an entry. */
export const localHeader = ({ name, crc32, size, modifiedAt }: Omit<ZipEntry, 'offset'>): Buffer =>
  localHeaderAt(name, crc32, size, dosTime(modifiedAt));

const localHeaderAt = (name: Buffer, crc32: number, size: number, time: number): Buffer => {
  const extra = extraOf(isLarge(size) ? [size, size] : []);
  const header = Buffer.allocUnsafe(LOCAL_BYTES);
  header.writeUInt32LE(0x04_03_4b_50, 0);
  header.writeUInt16LE(isLarge(size) ? VERSION_ZIP64 : VERSION_PLAIN, 4);
  header.writeUInt16LE(FLAG_UTF8, 6);
  header.writeUInt16LE(0, 8);
  header.writeUInt32LE(time, 10);
  header.writeUInt32LE(crc32, 14);
  header.writeUInt32LE(in32(size), 18);
  header.writeUInt32LE(in32(size), 22);
  header.writeUInt16LE(name.length, 26);
  header.writeUInt16LE(extra.length, 28);
  return Buffer.concat([header, name, extra]);
};

/** The record of an entry in the central directory. */
export const centralRecord = ({ name, crc32, size, offset, modifiedAt }: ZipEntry): Buffer => {
  const large = isLarge(size) || isLarge(offset);
  const extra = extraOf([...(isLarge(size) ? [size, size] : []), ...(isLarge(offset) ? [offset] : [])]);
  const record = Buffer.alloc(CENTRAL_BYTES);
  record.writeUInt32LE(0x02_01_4b_50, 0);
  record.writeUInt16LE(MADE_ON_UNIX, 4);
  record.writeUInt16LE(large ? VERSION_ZIP64 : VERSION_PLAIN, 6);
  record.writeUInt16LE(FLAG_UTF8, 8);
  record.writeUInt32LE(dosTime(modifiedAt), 12);
  record.writeUInt32LE(crc32, 16);
  record.writeUInt32LE(in32(size), 20);
  record.writeUInt32LE(in32(size), 24);
  record.writeUInt16LE(name.length, 28);
  record.writeUInt16LE(extra.length, 30);
  record.writeUInt32LE(ATTRIBUTES, 38);
  record.writeUInt32LE(in32(offset), 42);
  return Buffer.concat([record, name, extra]);
};

/** An entry as its record in the central directory describes it. */
export type WrittenEntry = {
  localHeader: Buffer;
  crc32: number;
  size: number;
  offset: number;
  recordBytes: number;
};

/** Reads a record that `centralRecord` has written; undefined when the buffer ends before the record does. */
export const readRecord = (directory: Buffer, at: number): WrittenEntry | undefined => {
  if (directory.length < at + CENTRAL_BYTES) return undefined;
  const nameBytes = directory.readUInt16LE(at + 28);
  const recordBytes = CENTRAL_BYTES + nameBytes + directory.readUInt16LE(at + 30);
  if (directory.length < at + recordBytes) return undefined;
  const nameAt = at + CENTRAL_BYTES;
  const name = directory.subarray(nameAt, nameAt + nameBytes);
  let extraAt = nameAt + nameBytes + 4;
  const large = () => {
    const value = Number(directory.readBigUInt64LE(extraAt));
    extraAt += 8;
    return value;
  };
  const [crc32, time] = [directory.readUInt32LE(at + 16), directory.readUInt32LE(at + 12)];
  let size = directory.readUInt32LE(at + 24);
  let offset = directory.readUInt32LE(at + 42);
  if (size === MAX_32) [size] = [large(), large()];
  if (offset === MAX_32) offset = large();
  return { localHeader: localHeaderAt(name, crc32, size, time), crc32, size, offset, recordBytes };
};

/** The end of the archive, after the central directory. */
export const endOfArchive = (entries: number, directoryAt: number, directoryBytes: number): Buffer => {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06_05_4b_50, 0);
  end.writeUInt16LE(Math.min(entries, MAX_16), 8);
  end.writeUInt16LE(Math.min(entries, MAX_16), 10);
  end.writeUInt32LE(in32(directoryBytes), 12);
  end.writeUInt32LE(in32(directoryAt), 16);
  if (entries < MAX_16 && !isLarge(directoryBytes) && !isLarge(directoryAt)) return end;

  const record = Buffer.alloc(56);
  record.writeUInt32LE(0x06_06_4b_50, 0);
  record.writeBigUInt64LE(44n, 4);
  record.writeUInt16LE(MADE_ON_UNIX, 12);
  record.writeUInt16LE(VERSION_ZIP64, 14);
  record.writeBigUInt64LE(BigInt(entries), 24);
  record.writeBigUInt64LE(BigInt(entries), 32);
  record.writeBigUInt64LE(BigInt(directoryBytes), 40);
  record.writeBigUInt64LE(BigInt(directoryAt), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07_06_4b_50, 0);
  locator.writeBigUInt64LE(BigInt(directoryAt + directoryBytes), 8);
  locator.writeUInt32LE(1, 16);
  return Buffer.concat([record, locator, end]);
};
