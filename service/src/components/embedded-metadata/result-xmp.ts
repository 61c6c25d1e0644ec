import type { MetadataContext } from '../definition/component.ts';
import { editXmp } from './edit-xmp.ts';
import { type Rights, rightsAsXmp } from './rights.ts';

/** libvips writes XMP into a single segment of a JPEG, whose size is limited. Other formats allow more. */
const MOST_BYTES = { jpeg: 60_000, other: 1_000_000 };

/**
 * The XMP packet of the input with the given rights added. Undefined, with a warning, when it is unreadable or too
 * large.
 */
export const keptXmp = async (
  rights: Rights,
  { metadata, format, warn }: MetadataContext,
): Promise<string | undefined> => {
  const { xmp } = await metadata();
  if (!xmp) return undefined;
  const most = format === 'jpeg' ? MOST_BYTES.jpeg : MOST_BYTES.other;
  const packet = xmp.length > most ? undefined : textOf(xmp);
  const edited = packet === undefined ? undefined : editXmp(packet, rightsAsXmp(rights));
  if (edited !== undefined && Buffer.byteLength(edited) <= most) return edited;
  const isTooLarge = xmp.length > most || edited !== undefined;
  warn(
    `The XMP metadata ${isTooLarge ? `is larger than ${most / 1000} kB` : 'cannot be read'} and was left out.`,
  );
  return undefined;
};

/** The start of a packet is fixed by the standard: a byte order mark, and an id that is the same in all files. */
const EMPTY_PACKET =
  '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">' +
  '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"/></x:xmpmeta><?xpacket end="w"?>';

/** A new XMP packet with only these fields. Undefined when all of them are empty. */
export const newXmp = (rights: Rights): string | undefined => {
  const properties = rightsAsXmp(rights);
  return properties.length > 0 ? editXmp(EMPTY_PACKET, properties) : undefined;
};

const textOf = (bytes: Buffer): string | undefined => {
  let end = bytes.length;
  while (bytes[end - 1] === 0) end -= 1;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, end));
  } catch {
    return undefined;
  }
};
