/** The start of a JPEG segment with IPTC metadata, and the start of each block inside it. */
const PHOTOSHOP = Buffer.from('Photoshop 3.0\0', 'latin1');
const BLOCK = Buffer.from('8BIM', 'latin1');
const IPTC_BLOCK = 0x0404;
const IPTC_FIELD = 0x1c;
/** Longer fields use an extended encoding of the length, which is not supported here. */
const MOST_FIELD_BYTES = 0x7fff;

/** For each field of the metadata step: the number of the field in IPTC record 2 that it replaces. */
export const IPTC_FIELDS = { title: 5, creator: 80, credit: 110, copyright: 116, description: 120 } as const;

/**
 * IPTC metadata as a JPEG segment, without the replaced fields. Undefined when it cannot be read or no field is left.
 */
export const iptcSegment = (iptc: Buffer, replaced: ReadonlySet<number>): Buffer | undefined => {
  const fields = iptc[0] === IPTC_FIELD ? iptc : fieldsIn(iptc);
  const kept = fields && withoutFields(fields, replaced);
  if (!kept || kept.length === 0) return undefined;
  // The header of the block is its number, an empty name and the length. The data are padded to an even length.
  const head = Buffer.alloc(8);
  head.writeUInt16BE(IPTC_BLOCK, 0);
  head.writeUInt32BE(kept.length, 4);
  return Buffer.concat([PHOTOSHOP, BLOCK, head, kept, Buffer.alloc(kept.length % 2)]);
};

const fieldsIn = (segment: Buffer): Buffer | undefined => {
  if (!segment.subarray(0, PHOTOSHOP.length).equals(PHOTOSHOP)) return undefined;
  let at = PHOTOSHOP.length;
  while (at + 12 <= segment.length && segment.subarray(at, at + 4).equals(BLOCK)) {
    const name = segment[at + 6]! + 1;
    const start = at + 6 + name + (name % 2) + 4;
    if (start > segment.length) return undefined;
    const end = start + segment.readUInt32BE(start - 4);
    if (segment.readUInt16BE(at + 4) === IPTC_BLOCK) return segment.subarray(start, end);
    at = end + ((end - start) % 2);
  }
  return undefined;
};

const withoutFields = (fields: Buffer, replaced: ReadonlySet<number>): Buffer => {
  const kept: Buffer[] = [];
  let at = 0;
  while (at + 5 <= fields.length && fields[at] === IPTC_FIELD) {
    const length = fields.readUInt16BE(at + 3);
    const end = at + 5 + length;
    if (length > MOST_FIELD_BYTES || end > fields.length) break;
    if (fields[at + 1] !== 2 || !replaced.has(fields[at + 2]!)) kept.push(fields.subarray(at, end));
    at = end;
  }
  return Buffer.concat(kept);
};
