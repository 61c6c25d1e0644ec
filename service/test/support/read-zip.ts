import assert from 'node:assert/strict';
import { crc32 } from 'node:zlib';

export type ZippedFile = { name: string; bytes: Buffer };

/** The positions of the parts of a ZIP file, from its end record. */
const endOf = (zip: Buffer, length: number) => {
  const end = zip.length - 22;
  assert.equal(zip.readUInt32LE(end), 0x06054b50, 'the archive ends with its end record');
  assert.equal(zip.readUInt16LE(end + 20), 0, 'there is no comment');
  const short = {
    entries: zip.readUInt16LE(end + 10),
    bytes: zip.readUInt32LE(end + 12),
    at: zip.readUInt32LE(end + 16),
  };
  if (short.entries < 0xffff && short.bytes < 0xffffffff && short.at < 0xffffffff)
    return { ...short, endAt: length - 22 };
  const locator = end - 20;
  assert.equal(zip.readUInt32LE(locator), 0x07064b50);
  const recordAt = Number(zip.readBigUInt64LE(locator + 8));
  const record = recordAt - (length - zip.length);
  assert.equal(zip.readUInt32LE(record), 0x06064b50);
  const large = (at: number) => Number(zip.readBigUInt64LE(record + at));
  return { entries: large(32), bytes: large(40), at: large(48), endAt: recordAt };
};

export type ListedFile = { name: string; crc32: number; size: number; offset: number };

/** Reads the central directory from the last part of a ZIP file of this length, and fails at any fault. */
export const listZip = (tail: Buffer, length = tail.length): ListedFile[] => {
  const { entries, bytes, at: directoryAt, endAt } = endOf(tail, length);
  assert.equal(directoryAt + bytes, endAt, 'the directory ends where the end records begin');
  const base = length - tail.length;
  let at = directoryAt - base;
  const files: ListedFile[] = [];
  for (let index = 0; index < entries; index++) {
    assert.equal(tail.readUInt32LE(at), 0x02014b50);
    assert.equal(tail.readUInt16LE(at + 10), 0, 'entries are stored');
    assert.equal(tail.readUInt16LE(at + 8), 0x0800, 'names are UTF-8');
    const [nameBytes, extraBytes] = [tail.readUInt16LE(at + 28), tail.readUInt16LE(at + 30)];
    const name = new TextDecoder('utf-8', { fatal: true }).decode(
      tail.subarray(at + 46, at + 46 + nameBytes),
    );
    let extraAt = at + 46 + nameBytes + 4;
    const large = () => {
      extraAt += 8;
      return Number(tail.readBigUInt64LE(extraAt - 8));
    };
    let [packed, size, offset] = [20, 24, 42].map((field) => tail.readUInt32LE(at + field)) as [
      number,
      number,
      number,
    ];
    if (size === 0xffffffff) [size, packed] = [large(), large()];
    if (offset === 0xffffffff) offset = large();
    assert.equal(packed, size);
    assert.equal(extraAt - (at + 46 + nameBytes + 4), Math.max(0, extraBytes - 4), 'no field is left over');
    files.push({ name, crc32: tail.readUInt32LE(at + 16), size, offset });
    at += 46 + nameBytes + extraBytes;
  }
  assert.equal(at, endAt - base, 'the directory has nothing but its entries');
  return files;
};

/**
 * Reads a whole ZIP file of stored entries. Checks every header and checksum, and that no bytes lie between the
 * entries.
 */
export const readZip = (zip: Buffer): ZippedFile[] => {
  const { at: directoryAt } = endOf(zip, zip.length);
  let at = 0;
  const files = listZip(zip).map(({ name, size, offset, ...listed }) => {
    assert.equal(offset, at, 'entries follow each other without a gap');
    assert.equal(zip.readUInt32LE(at), 0x04034b50);
    assert.equal(zip.readUInt32LE(at + 14), listed.crc32);
    const nameEnd = at + 30 + zip.readUInt16LE(at + 26);
    assert.equal(zip.toString('utf8', at + 30, nameEnd), name);
    const dataAt = nameEnd + zip.readUInt16LE(at + 28);
    const bytes = zip.subarray(dataAt, dataAt + size);
    assert.equal(crc32(bytes), listed.crc32, `the checksum of ${name}`);
    at = dataAt + size;
    return { name, bytes };
  });
  assert.equal(at, directoryAt);
  return files;
};
